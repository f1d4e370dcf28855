# The Homebrew formula of `life`, which `make dist` completes with the version, the address of the
# project's page, and the name and the checksum of the archive that it has packed.
class Life < Formula
  desc "Run, convert and draw cellular automata"
  homepage "@PAGE@"
  url "@PAGE@/releases/download/v@VERSION@/@ARCHIVE@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on :@SYSTEM@
  depends_on arch: :@MACHINE@

  def install
    prefix.install "bin", "share"
  end

  test do
    assert_match "bo$2bo$3o!", shell_output("#{bin}/life run glider -n 4")
  end
end
