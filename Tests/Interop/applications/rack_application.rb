# Rack's multipart parser behind WEBrick: rack_application.rb PORT
require "digest"
require "json"
require "rack"
require "rack/handler/webrick"

# Takes the parts as the parser reads them, before names with brackets become hashes.
class Collector
  def make_params = Pairs.new

  def param_depth_limit = 100

  def normalize_params(params, name, value, *)
    params.pairs << [name, value]
  end

  Pairs = Struct.new(:pairs) do
    def initialize = super([])
    def to_params_hash = pairs
    alias_method :to_h, :to_params_hash
  end
end

def described(name, value)
  name = name.dup.force_encoding(Encoding::UTF_8).scrub
  return field(name, value) unless value.is_a?(Hash)

  file = value[:tempfile]
  { name: name, filename: value[:filename], type: value[:type],
    size: file.size, sha256: Digest::SHA256.file(file.path).hexdigest }
end

def field(name, value)
  { name: name, filename: nil, type: nil, size: value.bytesize, sha256: Digest::SHA256.hexdigest(value) }
end

application = lambda do |environment|
  request = Rack::Request.new(environment)
  temporary = Rack::Multipart::Parser::TEMPFILE_FACTORY
  parsed = Rack::Multipart::Parser.parse(
    request.body, request.content_length&.to_i, request.content_type, temporary,
    Rack::Multipart::Parser::BUFSIZE, Collector.new
  )
  parts = parsed.params.map { |name, value| described(name, value) }
  [200, { "Content-Type" => "application/json" }, [JSON.generate({ parts: parts })]]
rescue StandardError => e
  [400, { "Content-Type" => "application/json" }, [JSON.generate({ error: e.full_message(highlight: false) })]]
end

Rack::Handler::WEBrick.run(application, Host: "127.0.0.1", Port: Integer(ARGV.fetch(0)), AccessLog: [])
