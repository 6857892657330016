package uncancellablesleep

import (
	"context"
	"os"
	"sync"
	"time"
)

// The file is open and the lock is held when the pause ends the function.
func follow(ctx context.Context, mu *sync.Mutex, file *os.File) error {
	mu.Lock()
	for {
		if err := call(ctx); err == nil {
			break
		}
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
	mu.Unlock()
	file.Close()
	return nil
}

// The cancel function is called on each way out that fails.
func prepare(parent context.Context, try func(context.Context) error) (context.Context, context.CancelFunc, error) {
	ctx, cancel := context.WithCancel(parent)
	if parent.Err() != nil {
		cancel()
		return nil, nil, parent.Err()
	}
	for try(ctx) != nil {
		time.Sleep(time.Minute) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
	return ctx, cancel, nil
}

// One of the callers asks for long ones.
func awaitUpOften(ctx context.Context, up func() bool) { awaitUp(ctx, up, 50*time.Millisecond) }

func awaitUpSeldom(ctx context.Context, up func() bool) { awaitUp(ctx, up, 30*time.Second) }

func awaitUp(ctx context.Context, up func() bool, interval time.Duration) {
	for ctx.Err() == nil && !up() {
		time.Sleep(interval) // want `time.Sleep in the loop`
	}
}

// The round has made a context, which nobody else can end yet.
func watch(ctx context.Context, open func(context.Context) error, read func()) {
	for {
		watching, cancel := context.WithCancel(ctx)
		if err := open(watching); err != nil {
			time.Sleep(10 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
			continue
		}
		go func() {
			defer cancel()
			read()
		}()
		if ctx.Err() != nil {
			return
		}
	}
}
