// Package demo holds a small platform of services with lifecycle bugs in
// them, for showing what the analyzers find on a machine that has nothing but
// Go.
package demo

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/txtar"
)

// The platform is part of the one in testdata/motherboard. It is kept as an
// archive because go:embed does not reach into a nested module.
//
//go:generate go test -run TestArchiveIsCurrent -update .
//go:embed motherboard-demo.txtar
var archive []byte

// Unpack writes the platform to dir, a Go module without requirements. It
// creates dir if necessary and overwrites files of the same names in it.
func Unpack(dir string) error {
	for _, f := range txtar.Parse(archive).Files {
		if err := write(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data); err != nil {
			return fmt.Errorf("unpack demo: %w", err)
		}
	}
	return nil
}

func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
