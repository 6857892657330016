package blockedsend

import (
	"fmt"
	"net/http"
)

type task struct{ size int }

type mover struct {
	busy  func() bool
	small bool
}

// move starts workers that take tasks from one queue.
func (m *mover) move(all []*task, done func(*task)) {
	size := 1024
	if m.small {
		size = 16
	}
	tasks := make(chan *task, size)
	http.HandleFunc("/task", func(w http.ResponseWriter, _ *http.Request) {
		if t, ok := <-tasks; ok {
			fmt.Fprint(w, t.size)
		}
	})
	for range 8 {
		go m.worker(tasks, done)
	}
	for _, t := range all {
		tasks <- t
	}
	close(tasks)
}

func (m *mover) worker(tasks chan *task, done func(*task)) {
	for {
		t := m.next(tasks)
		if t == nil {
			return
		}
		done(t)
	}
}

// next puts a task back while there is something else to do.
func (m *mover) next(tasks chan *task) *task {
	for {
		t := <-tasks
		if t == nil || !m.busy() {
			return t
		}
		tasks <- t // want `send on tasks blocks forever when its buffer is full: next, its only receiver that waits for no request, makes it`
	}
}
