package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"os"
)

// tellBuild answers the go command's -V=full, by which it tells tools apart. The
// answer of unitchecker begins with the path of the program, and the go command
// takes it apart at blanks, so that no directory above might have one in its name.
func tellBuild(w io.Writer) {
	id, err := buildID()
	if err != nil {
		log.Fatalf("lifecyclelint: %v", err)
	}
	fmt.Fprintf(w, "lifecyclelint version devel buildID=%s\n", id)
}

// buildID returns the hash of the running program.
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
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
