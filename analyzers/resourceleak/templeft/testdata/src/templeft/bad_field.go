package templeft

import (
	"context"
	"os"
	"os/exec"
)

type thumbnailer struct{ base, scratch string }

// The base is one of the service, and nothing removes it.
func (s *thumbnailer) pages(ctx context.Context, pdf string) error {
	dir, err := os.MkdirTemp(s.base, "pages-*") // want `the temporary directory is left by each call: nothing removes dir`
	if err != nil {
		return err
	}
	return exec.CommandContext(ctx, "pdftoppm", pdf, dir).Run()
}

// A method makes it for others.
func (s *thumbnailer) workdir() (string, error) { return os.MkdirTemp(s.base, "work-*") }

func (s *thumbnailer) text(ctx context.Context, pdf string) ([]byte, error) {
	dir, err := s.workdir() // want `the temporary directory is left by each call: nothing removes dir`
	if err != nil {
		return nil, err
	}
	if err := exec.CommandContext(ctx, "pdftotext", pdf, dir+"/out").Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(dir + "/out")
}
