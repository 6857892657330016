package waitunderlock

import (
	"os/exec"
	"sync"
	"time"
)

type feed struct {
	mu    sync.Mutex
	state string
}

func (f *feed) State() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

func (f *feed) Restart() {
	f.mu.Lock()
	f.state = "restarting"
	time.Sleep(5 * time.Second) // want `feed.State blocks for as long as time.Sleep\(5 \* time.Second\) takes: it is called with f.mu held since line 21`
	f.state = "running"
	f.mu.Unlock()
}

func (f *feed) Compact(path string) error {
	f.mu.Lock()
	f.state = "compacting"
	err := exec.Command("compact", path).Run() // want `feed.State blocks for as long as the child process runs: exec.Command\("compact", path\).Run is called with f.mu held since line 29`
	f.mu.Unlock()
	return err
}

// Silent: too short to notice.
func (f *feed) Settle() {
	f.mu.Lock()
	defer f.mu.Unlock()
	time.Sleep(time.Millisecond)
}

type limiter struct {
	mu   sync.Mutex
	last time.Time
}

// Silent: all who acquire the lock wait, and take turns by design.
func (l *limiter) Wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := time.Since(l.last); d < time.Second {
		time.Sleep(time.Second - d)
	}
	l.last = time.Now()
}
