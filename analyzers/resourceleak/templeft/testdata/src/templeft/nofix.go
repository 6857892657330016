package templeft

import (
	"io"
	"io/ioutil"
	"os"
	"os/exec"
)

// The function is one of another package than os.
func old(r io.Reader) error {
	f, err := ioutil.TempFile("", "old-*") // want `the temporary file is left by each call: nothing removes f`
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, r)
	return err
}

// The program that it is made for still runs when the function returns.
func play(r io.Reader) error {
	dir, err := os.MkdirTemp("", "play-*") // want `the temporary directory is left by each call: nothing removes dir`
	if err != nil {
		return err
	}
	return exec.Command("player", dir).Start()
}
