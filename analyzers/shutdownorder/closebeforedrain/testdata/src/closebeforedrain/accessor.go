package closebeforedrain

import (
	"context"
	"errors"
	"sync"
)

var errGone = errors.New("gone")

// The channel is given away in both directions by a method: that others could
// send as well does not make the loop's sends safe.
type feed struct {
	frames chan []byte
	read   func(context.Context) ([]byte, error)
}

func newFeed(ctx context.Context, read func(context.Context) ([]byte, error)) *feed {
	f := &feed{frames: make(chan []byte), read: read}
	go f.loop(ctx)
	return f
}

func (f *feed) Frames() chan []byte { return f.frames }

func (f *feed) loop(ctx context.Context) {
	for {
		frame, err := f.read(ctx)
		if errors.Is(err, errGone) {
			return
		}
		f.handle(frame)
	}
}

func (f *feed) handle(frame []byte) { f.frames <- frame }

func (f *feed) Close() {
	close(f.frames) // want `send on closed channel panics: close\(f\.frames\) does not wait for the goroutine started at line \d+, which sends at line \d+`
}

// The same, and Close waits for the loop.
type waitingFeed struct {
	frames chan []byte
	read   func(context.Context) ([]byte, error)
	wg     sync.WaitGroup
}

func newWaitingFeed(ctx context.Context, read func(context.Context) ([]byte, error)) *waitingFeed {
	f := &waitingFeed{frames: make(chan []byte), read: read}
	f.wg.Go(func() { f.loop(ctx) })
	return f
}

func (f *waitingFeed) Frames() chan []byte { return f.frames }

func (f *waitingFeed) loop(ctx context.Context) {
	for {
		frame, err := f.read(ctx)
		if errors.Is(err, errGone) {
			return
		}
		f.frames <- frame
	}
}

func (f *waitingFeed) Close() {
	f.wg.Wait()
	close(f.frames)
}
