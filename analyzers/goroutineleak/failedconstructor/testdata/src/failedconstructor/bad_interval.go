package failedconstructor

import (
	"fmt"
	"os"
	"time"
)

// A fileWatch polls a file. The interval that its goroutine is passed cannot end it.
type fileWatch struct {
	path string
	stop chan struct{}
	last []byte
}

func watchFile(path string, every time.Duration) (*fileWatch, error) {
	w := &fileWatch{path: path, stop: make(chan struct{})}
	go w.poll(every, []string{path})
	if err := w.load(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err) // want `watchFile fails here, and the goroutine of w, started at line 18, keeps running`
	}
	return w, nil
}

func (w *fileWatch) load() error {
	text, err := os.ReadFile(w.path)
	w.last = text
	return err
}

func (w *fileWatch) poll(every time.Duration, _ []string) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-t.C:
			_ = w.load()
		}
	}
}

func (w *fileWatch) Close() { close(w.stop) }
