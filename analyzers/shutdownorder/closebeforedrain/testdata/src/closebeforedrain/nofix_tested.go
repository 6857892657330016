package closebeforedrain

import (
	"sync"
	"time"
)

type verdictOf struct{ node string }

// The flag is tested under its lock, which is released before the send.
type inquiry struct {
	mu       sync.Mutex
	answers  chan verdictOf
	finished bool
	deadline time.Time
}

func (q *inquiry) finish() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.finished {
		return
	}
	q.finished = true
	close(q.answers)
}

func (q *inquiry) isFinished() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.finished || time.Now().After(q.deadline)
}

type inquirer struct {
	mu    sync.RWMutex
	asked map[int]*inquiry
}

func (r *inquirer) ask(id int) <-chan verdictOf {
	q := &inquiry{answers: make(chan verdictOf, 16)}
	r.mu.Lock()
	r.asked[id] = q
	r.mu.Unlock()
	time.AfterFunc(time.Second, q.finish)
	return q.answers
}

func (r *inquirer) handle(id int, from string) {
	r.mu.RLock()
	q, ok := r.asked[id]
	r.mu.RUnlock()
	if !ok || q.isFinished() {
		return
	}
	select {
	case q.answers <- verdictOf{from}: // want `send on closed channel panics: finish sets finished and closes the channel at line 25, and the lock of the test at line 31 is released before the send`
	default:
	}
}

// The same in one function, for a channel that a goroutine sends on.
type follower struct {
	mu     sync.Mutex
	lines  chan string
	closed bool
}

func newFollower(read func() string) *follower {
	t := &follower{lines: make(chan string, 8)}
	go t.follow(read)
	return t
}

func (t *follower) Lines() <-chan string { return t.lines }

func (t *follower) follow(read func() string) {
	for {
		line := read()
		t.mu.Lock()
		closed := t.closed
		t.mu.Unlock()
		if closed {
			return
		}
		t.lines <- line // want `send on closed channel panics: Stop sets closed and closes the channel at line 94, and the lock of the test at line 80 is released before the send`
	}
}

func (t *follower) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.closed = true
		close(t.lines)
	}
}
