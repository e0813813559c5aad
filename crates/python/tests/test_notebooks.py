"""Every notebook runs from its first cell to its last."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).resolve().parents[3] / "examples" / "python"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
#: Packages that are too large to be asked for.
LARGE = ("torch",)


def imports(notebook):
    """The first words of what the cells import."""
    lines = [line.split() for cell in notebook.cells if cell.cell_type == "code" for line in cell.source.splitlines()]
    return {line[1].split(".")[0] for line in lines if line[:1] in (["import"], ["from"])}


def test_there_are_four_notebooks():
    assert [path.name[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    for cell in notebook.cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None


#: Runs a notebook and writes it with its outputs. In a process of its own, since kernels and their sockets live on for a
#: while; with files instead of ports, so that nobody else can talk to the kernel.
RUN = """
import sys, jupyter_client, nbclient, nbformat
source, folder, out = sys.argv[1:]
notebook = nbformat.read(source, as_version=4)
kernel = jupyter_client.AsyncKernelManager(kernel_name="python3", transport="ipc", ip=out + "-kernel")
place = {"metadata": {"path": folder}}
nbclient.NotebookClient(notebook, km=kernel, timeout=600, startup_timeout=300, resources=place).execute()
nbformat.write(notebook, out)
"""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    for package in LARGE:
        if package in imports(nbformat.read(path, as_version=4)) and importlib.util.find_spec(package) is None:
            pytest.skip(f"{path.name} needs {package}, which is not installed: pip install {package}")
    out = tmp_path / "run.ipynb"
    command = [sys.executable, "-c", RUN, str(path), str(path.parent), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    cells = nbformat.read(out, as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    # What is written as an error, warnings too, is not what people should see first.
    assert not [output.text for output in outputs if output.get("name") == "stderr"]
    assert any("image/png" in output.get("data", {}) for output in outputs)
