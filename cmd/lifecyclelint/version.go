package main

import (
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"os"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
)

// tellBuild answers the go command's -V=full, by which it identifies tools. The answer of
// unitchecker begins with the path of the program, and the go command splits it at blanks,
// so that no directory above might have one in its name.
func tellBuild(w io.Writer) {
	id, err := buildID()
	if err != nil {
		log.Fatalf("lifecyclelint: %v", err)
	}
	settings, err := configuration()
	if err != nil {
		log.Fatalf("lifecyclelint: %v", err)
	}
	fmt.Fprintf(w, "lifecyclelint version devel buildID=%s%s\n", id, settings)
}

// configuration returns a checksum of the configuration files below the root of the
// repository: for the go command, which caches what this program says, one with other
// settings is another program. It is empty where there are no files, and for the
// command, which says with flags what they mean.
func configuration() (string, error) {
	if os.Getenv(check.ConfiguredVariable) != "" {
		return "", nil
	}
	return config.Digest(".")
}

// buildID returns a checksum of the running program. The go command waits for it in
// every run, so it is made of what processors compute themselves: two CRCs are four
// times as fast as a SHA-256, and together as good against chance, which is all that
// there is to guard against here.
func buildID() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	ieee, castagnoli := crc32.NewIEEE(), crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.Copy(io.MultiWriter(ieee, castagnoli), f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x%x", ieee.Sum(nil), castagnoli.Sum(nil)), nil
}
