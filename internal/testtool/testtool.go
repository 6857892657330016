// Package testtool builds the command for the tests that run it, and saves time in those that
// analyze in their own process.
//
// The go command knows a vet tool by its content, and analyzes all dependencies again for
// another one. The programs that are built here are the same in every test, and stay the same
// until the code of the command changes, so that what is known of the standard library and of
// other dependencies is shared by the tests of all packages.
package testtool

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// Name is the file name of the program.
const Name = "lifecyclelint"

// Build builds the command into a directory and returns the path of the program. The current
// directory is in the repository.
func Build(dir string) (string, error) {
	root, err := repository()
	if err != nil {
		return "", err
	}
	tool := filepath.Join(dir, Name)
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", tool, "./cmd/lifecyclelint")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build of the command: %w\n%s", err, out)
	}
	return tool, nil
}

// Run runs tests that analyze thousands of small packages in their own process. They allocate a
// lot and keep little, so that collecting as often as usual takes a third of their time.
func Run(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}

// repository returns the directory with the workspace that the current directory is in.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.work above the current directory")
		}
		dir = filepath.Dir(dir)
	}
}
