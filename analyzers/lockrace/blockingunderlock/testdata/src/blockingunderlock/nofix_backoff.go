package blockingunderlock

import (
	"context"
	"sync"
	"time"
)

type sink interface {
	Write(ctx context.Context, batch []string) error
}

// A funnel writes with pauses between its attempts, while its lock is held.
type funnel struct {
	out sink

	mu    sync.Mutex
	lines []string
}

func (f *funnel) Add(line string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = append(f.lines, line)
}

func (f *funnel) Flush(ctx context.Context) error {
	f.mu.Lock() // want `other goroutines block on f.mu while a call to another machine is repeated: it is held during the pauses at line 41`
	defer f.mu.Unlock()
	if err := f.write(ctx, f.lines); err != nil {
		return err
	}
	f.lines = nil
	return nil
}

func (f *funnel) write(ctx context.Context, batch []string) (err error) {
	wait := time.Second
	for attempt := range 5 {
		if attempt > 0 {
			time.Sleep(wait)
			wait *= 2
		}
		if err = f.out.Write(ctx, batch); err == nil {
			return nil
		}
	}
	return err
}
