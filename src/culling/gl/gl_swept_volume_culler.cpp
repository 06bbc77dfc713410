// GLEW before anything that includes OpenGL's own header.
#include <GL/glew.h>

#include <gapless/culling/gl/gl_swept_volume_culler.h>

#include <atomic>
#include <mutex>

#include <gapless/culling/cpu_swept_volume_culler.h>

#include "core/log.h"
#include "culling/gl/cull_shader.h"
#include "culling/gl/gl_context.h"
#include "culling/gl/packing.h"

namespace gapless {

namespace {

// Pieces that travel to the GPU at once: 11 MB.
constexpr std::size_t kPiecesAtOnce = std::size_t{1} << 16;

GLuint buildProgram(const gl::GlContext& context)
{
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    const char* source = gl::cullShaderSource();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE)
    {
        GLchar text[512] = "";
        glGetShaderInfoLog(shader, sizeof text, nullptr, text);
        throw gl::GlError(std::string("the culling shader does not compile: ") + text);
    }
    context.check("compiling the culling shader");
    return program;
}

template <class T>
void upload(GLuint buffer, GLuint binding, const std::vector<T>& data, GLenum usage)
{
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), usage);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

}  // namespace

/// All that lives on the GPU. Its objects go with the context.
class GlSweptVolumeCuller::Engine
{
public:
    Engine(const std::shared_ptr<const StaticObstacles>& obstacles, gl::PackedObstacles&& packed, GlCullerOptions options)
        : fallback(obstacles), context_(std::move(options.status_hook)), packed_(std::move(packed))
    {
        const gl::GlContext::Current current(context_);
        program_ = buildProgram(context_);
        glGenBuffers(kBuffers, buffers_);
        GLint largest = 0;
        glGetIntegerv(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
        if (packed_.leaves().size() * sizeof(gl::GpuLeaf) > static_cast<std::size_t>(largest)
            || kPiecesAtOnce * sizeof(gl::GpuPiece) > static_cast<std::size_t>(largest))
            throw gl::GlError("storage buffers of this GPU are limited to " + std::to_string(largest) + " bytes");
        upload(buffers_[gl::kNodes], gl::kNodes, packed_.nodes(), GL_STATIC_DRAW);
        upload(buffers_[gl::kLeaves], gl::kLeaves, packed_.leaves(), GL_STATIC_DRAW);
        std::vector<std::uint32_t> masks;
        for (const ObjectIndex i : obstacles->scene().objects().indices())
            masks.insert(masks.end(), obstacles->active(i).begin(), obstacles->active(i).end());
        upload(buffers_[gl::kMasks], gl::kMasks, masks, GL_STATIC_DRAW);
        context_.check("copying the obstacles to the GPU");
        node_count_ = static_cast<GLint>(packed_.nodes().size());
        words_ = obstacles->words();
        packed_.forgetArrays();
    }

    /// @throws gl::GlError; `hits` is then not to be used.
    void cull(const SweptVolumeBatch& batch, const StaticObstacles& obstacles, bool only_any, ObstacleHits& hits)
    {
        const gl::GlContext::Current current(context_);
        context_.check("starting a batch");
        std::size_t begin = 0;
        while (begin < batch.volumes.size())
        {
            pieces_.clear();
            std::size_t end = begin;
            for (; end < batch.volumes.size(); ++end)
            {
                const SweptVolume& volume = batch.volumes[end];
                if (!pieces_.empty() && pieces_.size() + static_cast<std::size_t>(volume.pieces) > kPiecesAtOnce)
                    break;
                pack(batch, volume, static_cast<std::int32_t>(end - begin), obstacles, only_any, hits.row(end));
            }
            run(end - begin, only_any, hits.words(), hits.row(begin));
            begin = end;
        }
    }

    const std::string& renderer() const { return context_.renderer(); }

    const CpuSweptVolumeCuller fallback;
    std::mutex mutex;
    std::atomic<bool> failed{false};

private:
    static constexpr GLsizei kBuffers = 6;

    void pack(const SweptVolumeBatch& batch, const SweptVolume& volume, std::int32_t row, const StaticObstacles& obstacles,
              bool only_any, std::uint32_t* hits)
    {
        const std::size_t before = pieces_.size();
        for (int k = 0; k < volume.pieces; ++k)
        {
            gl::GpuPiece packed;
            if (!packed_.pack(sweptPiece(batch, volume, k, obstacles.error()), row,
                              static_cast<std::int32_t>(volume.object.value()), packed))
            {
                // Too far out for floats: no proof.
                pieces_.resize(before);
                for (int w = 0; w < words_; ++w)
                    hits[only_any ? 0 : w] |= obstacles.active(volume.object)[static_cast<std::size_t>(w)];
                return;
            }
            pieces_.push_back(packed);
        }
    }

    void run(std::size_t volumes, bool only_any, int hit_words, std::uint32_t* hits)
    {
        if (pieces_.empty())
            return;
        const auto bytes = static_cast<GLsizeiptr>(volumes * static_cast<std::size_t>(hit_words) * sizeof(std::uint32_t));
        glUseProgram(program_);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, gl::kNodes, buffers_[gl::kNodes]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, gl::kLeaves, buffers_[gl::kLeaves]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, gl::kMasks, buffers_[gl::kMasks]);
        upload(buffers_[gl::kPieces], gl::kPieces, pieces_, GL_STREAM_DRAW);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers_[gl::kHits]);
        glBufferData(GL_SHADER_STORAGE_BUFFER, bytes, hits, GL_STREAM_READ);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, gl::kHits, buffers_[gl::kHits]);
        upload(buffers_[gl::kFinished], gl::kFinished, std::vector<std::uint32_t>{0}, GL_STREAM_READ);
        context_.check("copying swept volumes to the GPU");
        glUniform1i(glGetUniformLocation(program_, "node_count"), node_count_);
        glUniform1i(glGetUniformLocation(program_, "piece_count"), static_cast<GLint>(pieces_.size()));
        glUniform1i(glGetUniformLocation(program_, "words"), words_);
        glUniform1i(glGetUniformLocation(program_, "hit_words"), hit_words);
        glUniform1i(glGetUniformLocation(program_, "only_any"), only_any ? 1 : 0);
        glDispatchCompute(static_cast<GLuint>((pieces_.size() + gl::kGroupSize - 1) / gl::kGroupSize), 1, 1);
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        std::uint32_t finished = 0;
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers_[gl::kFinished]);
        glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof finished, &finished);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers_[gl::kHits]);
        glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, bytes, hits);
        context_.check("culling on the GPU");
        if (finished != pieces_.size())
            throw gl::GlError("the GPU finished " + std::to_string(finished) + " of " + std::to_string(pieces_.size())
                              + " pieces");
    }

    gl::GlContext context_;
    gl::PackedObstacles packed_;
    GLuint program_ = 0;
    GLuint buffers_[kBuffers] = {};
    GLint node_count_ = 0;
    int words_ = 0;
    std::vector<gl::GpuPiece> pieces_;
};

GlSweptVolumeCuller::GlSweptVolumeCuller(std::shared_ptr<const StaticObstacles> obstacles, std::unique_ptr<Engine> engine)
    : Culler(std::move(obstacles)), engine_(std::move(engine))
{}

GlSweptVolumeCuller::~GlSweptVolumeCuller() = default;

std::unique_ptr<GlSweptVolumeCuller> GlSweptVolumeCuller::create(std::shared_ptr<const StaticObstacles> obstacles,
                                                                 std::string& why_not, GlCullerOptions options)
{
    gl::PackedObstacles packed(*obstacles);
    if (!packed.fits())
    {
        why_not = "the obstacles reach too far for single precision";
        return nullptr;
    }
    try
    {
        auto engine = std::make_unique<Engine>(obstacles, std::move(packed), std::move(options));
        return std::unique_ptr<GlSweptVolumeCuller>(new GlSweptVolumeCuller(std::move(obstacles), std::move(engine)));
    }
    catch (const gl::GlError& error)
    {
        why_not = error.what();
        return nullptr;
    }
}

const std::string& GlSweptVolumeCuller::device() const
{
    return engine_->renderer();
}

bool GlSweptVolumeCuller::isSoftware() const
{
    for (const char* name : {"llvmpipe", "softpipe", "SWR", "Software", "swrast"})
        if (device().find(name) != std::string::npos)
            return true;
    return false;
}

bool GlSweptVolumeCuller::usesGpu() const
{
    return !engine_->failed;
}

void GlSweptVolumeCuller::doCull(const SweptVolumeBatch& batch, Detail detail, ObstacleHits& hits) const
{
    if (!engine_->failed)
    {
        const std::lock_guard<std::mutex> lock(engine_->mutex);
        try
        {
            // Another thread may have seen the failure while this one waited.
            if (!engine_->failed)
            {
                engine_->cull(batch, obstacles(), detail == Detail::Any, hits);
                return;
            }
        }
        catch (const gl::GlError& error)
        {
            engine_->failed = true;
            libraryLog()->warn("culling on the GPU ends: {}; the CPU culls from now on", error.what());
            hits.reset(batch.volumes.size(), hits.words());
        }
    }
    askOther(engine_->fallback, batch, detail, hits);
}

}  // namespace gapless
