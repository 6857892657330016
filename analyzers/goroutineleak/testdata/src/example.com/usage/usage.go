// Package usage stands for a package with workers.
package usage

import (
	"context"
	"io"
	"time"
)

// Meter reads its source until the context ends.
type Meter struct {
	source io.Reader
	done   chan struct{}
}

func NewMeter(source io.Reader) *Meter { return &Meter{source: source, done: make(chan struct{})} }

func (m *Meter) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			m.source.Read(nil)
		}
	}
}

// Serve says when it has finished.
func (m *Meter) Serve(ctx context.Context) {
	defer close(m.done)
	m.Run(ctx)
}

func (m *Meter) Wait() { <-m.done }

// Flush writes what is left when the context has ended.
func Flush(ctx context.Context, w io.Writer) error {
	<-ctx.Done()
	_, err := w.Write([]byte("end"))
	return err
}
