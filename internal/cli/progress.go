package cli

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
)

// bar shows progress on a terminal.
type bar struct {
	w   io.Writer
	bar *progressbar.ProgressBar
}

// newProgress returns nil where a moving line would only make noise: in files,
// pipes and CI logs.
func newProgress(stderr io.Writer) driver.Progress {
	if !isTerminal(stderr) || os.Getenv("CI") != "" {
		return nil
	}
	return &bar{w: stderr}
}

func (b *bar) Total(packages int) {
	b.bar = progressbar.NewOptions(packages,
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionSetDescription("checking"),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish())
}

func (b *bar) Done() { _ = b.bar.Add(1) } // a bar that cannot be drawn is no reason to stop

func clearProgress(p driver.Progress) {
	if b, ok := p.(*bar); ok && b.bar != nil {
		_ = b.bar.Clear()
	}
}
