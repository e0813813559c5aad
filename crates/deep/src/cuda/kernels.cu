// What is left between the matrix products of a net. Compiled when a graphics card is opened.
//
// Matrices lie row by row. A row of bits has `words` 64-bit words; a row of inputs has `depth` 16-bit floats, of which
// number `inputs` is 1 (the row of weights that is always added) and those behind it are 0.

// Nothing is included, so that a machine without CUDA's headers can compile it: 16-bit floats are the upper halves of
// 32-bit ones, two of them in an unsigned.

typedef unsigned long long word;
typedef unsigned short half16;

__device__ half16 narrow(float value)
{
    unsigned bits = __float_as_uint(value);
    return (half16)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

__device__ unsigned pair(float low, float high)
{
    return narrow(low) | (unsigned)narrow(high) << 16;
}

__device__ float2 wide(unsigned pair)
{
    return make_float2(__uint_as_float(pair << 16), __uint_as_float(pair & 0xffff0000u));
}

extern "C" __global__ void unpack(const word* bits, half16* out, int rows, int words, int inputs, int depth)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long eights = depth / 8;
    if (at >= rows * eights)
        return;
    int row = at / eights, first = 8 * (int)(at % eights);
    unsigned byte = first < inputs ? (unsigned)(bits[(long long)row * words + first / 64] >> (first % 64)) & 255u : 0u;
    if (first + 8 > inputs) {
        if (first < inputs)
            byte &= (1u << (inputs - first)) - 1u;
        if (first <= inputs)
            byte |= 1u << (inputs - first);
    }
    unsigned twos[4];
    for (int i = 0; i < 4; i++)
        twos[i] = (byte >> 2 * i & 1u) * 0x3f80u | (byte >> (2 * i + 1) & 1u) * 0x3f800000u; // 1.0 where there is a bit
    *(uint4*)(out + (long long)row * depth + first) = make_uint4(twos[0], twos[1], twos[2], twos[3]);
}

__device__ float sum_of_warp(float value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, step);
    return value;
}

// A warp for each row: mean 0 and variance 1.
extern "C" __global__ void normalise(const float* stream, half16* out, float* scales, int rows, int width)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float* in = stream + (long long)row * width;
    float sum = 0;
    for (int i = 2 * lane; i < width; i += 64) {
        float2 two = *(const float2*)(in + i);
        sum += two.x + two.y;
    }
    float mean = sum_of_warp(sum) / width, squares = 0;
    for (int i = 2 * lane; i < width; i += 64) {
        float2 two = *(const float2*)(in + i);
        squares += (two.x - mean) * (two.x - mean) + (two.y - mean) * (two.y - mean);
    }
    float scale = rsqrtf(sum_of_warp(squares) / width + 1e-5f);
    if (lane == 0)
        scales[row] = scale;
    for (int i = 2 * lane; i < width; i += 64) {
        float2 two = *(const float2*)(in + i);
        *(unsigned*)(out + (long long)row * width + i) =
            pair((two.x - mean) * scale, (two.y - mean) * scale);
    }
}

// Back through a normalisation: what follows from `slopes` by its outputs is added to those by the stream; the sums also
// go to `halves`. If `fresh`, there is nothing to add to.
extern "C" __global__ void normalise_back(const half16* slopes, const half16* normal, const float* scales,
                                          float* stream, half16* halves, int rows, int width, int fresh)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    long long start = (long long)row * width;
    float sum = 0, product = 0;
    for (int i = 2 * lane; i < width; i += 64) {
        float2 slope = wide(*(const unsigned*)(slopes + start + i));
        float2 value = wide(*(const unsigned*)(normal + start + i));
        sum += slope.x + slope.y;
        product += slope.x * value.x + slope.y * value.y;
    }
    float mean = sum_of_warp(sum) / width, along = sum_of_warp(product) / width, scale = scales[row];
    for (int i = 2 * lane; i < width; i += 64) {
        float2 slope = wide(*(const unsigned*)(slopes + start + i));
        float2 value = wide(*(const unsigned*)(normal + start + i));
        float2 total = fresh ? make_float2(0, 0) : *(const float2*)(stream + start + i);
        total.x += scale * (slope.x - mean - value.x * along);
        total.y += scale * (slope.y - mean - value.y * along);
        *(float2*)(stream + start + i) = total;
        *(unsigned*)(halves + start + i) = pair(total.x, total.y);
    }
}

extern "C" __global__ void bias_relu(half16* units, const float* bias, long long pairs, int width)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= pairs)
        return;
    int column = 2 * at % width;
    float2 two = wide(*(unsigned*)(units + 2 * at));
    *(unsigned*)(units + 2 * at) =
        pair(fmaxf(two.x + bias[column], 0.0f), fmaxf(two.y + bias[column + 1], 0.0f));
}

// Where a unit was 0 nothing goes back.
extern "C" __global__ void relu_back(half16* slopes, const half16* units, long long pairs)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= pairs)
        return;
    float2 unit = wide(*(const unsigned*)(units + 2 * at));
    float2 slope = wide(*(const unsigned*)(slopes + 2 * at));
    *(unsigned*)(slopes + 2 * at) =
        pair(unit.x > 0 ? slope.x : 0.0f, unit.y > 0 ? slope.y : 0.0f);
}

// The outputs without the columns that only fill up.
extern "C" __global__ void finish(const float* in, const float* bias, float* out, long long count, int padded, int outputs)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count)
        return;
    int column = at % outputs;
    out[at] = in[at / outputs * padded + column] + bias[column];
}

// The slopes of the mean squared error of the moves made; `slopes` is 0 before. Move r has the parts ends[r - 1]..ends[r].
extern "C" __global__ void made(const float* in, const float* bias, const unsigned short* parts, const unsigned* ends,
                                const float* targets, half16* slopes, float* losses, int rows, int padded)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    unsigned start = row ? ends[row - 1] : 0, end = ends[row];
    float value = 0;
    for (unsigned i = start; i < end; i++)
        value += in[(long long)row * padded + parts[i]] + bias[parts[i]];
    float error = value - targets[row];
    losses[row] += error * error / rows;
    for (unsigned i = start; i < end; i++)
        slopes[(long long)row * padded + parts[i]] = narrow(2.0f * error / rows);
}

extern "C" __global__ void given(const float* in, half16* slopes, long long count, int padded, int outputs)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count)
        slopes[at / outputs * padded + at % outputs] = narrow(in[at]);
}

extern "C" __global__ void adam(float* weights, half16* halves, const float* slopes, float* first, float* second,
                                long long count, float rate, float first_left, float second_left)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count)
        return;
    float slope = slopes[at];
    float mean = first[at] + 0.1f * (slope - first[at]);
    float square = second[at] + 0.001f * (slope * slope - second[at]);
    first[at] = mean;
    second[at] = square;
    float weight = weights[at] - rate * (mean / first_left) / (sqrtf(square / second_left) + 1e-8f);
    weights[at] = weight;
    halves[at] = narrow(weight);
}

extern "C" __global__ void round_down(const float* weights, half16* halves, long long count)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count)
        halves[at] = narrow(weights[at]);
}
