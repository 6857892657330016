package endlesshandler

import (
	"fmt"
	"net/http"
	"sync"
)

// Each job has watchers of its own: the channels are the keys of a map that is an element of another one.
type jobs struct {
	mu       sync.Mutex
	watchers map[string]map[chan int]struct{}
	stages   map[string]map[int]chan string
}

func newJobs() *jobs {
	return &jobs{watchers: make(map[string]map[chan int]struct{}), stages: make(map[string]map[int]chan string)}
}

func (j *jobs) watch(job string) (<-chan int, func()) {
	ch := make(chan int, 8)
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.watchers[job] == nil {
		j.watchers[job] = make(map[chan int]struct{})
	}
	j.watchers[job][ch] = struct{}{}
	return ch, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.watchers[job], ch)
	}
}

func (j *jobs) update(job string, done int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for ch := range j.watchers[job] {
		select {
		case ch <- done:
		default:
		}
	}
}

func (j *jobs) done(job string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for ch := range j.watchers[job] {
		close(ch)
	}
	delete(j.watchers, job)
}

func (j *jobs) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	updates, leave := j.watch(r.URL.Path)
	defer leave()
	for done := range updates { // want `handler keeps waiting for updates when its client has left: no value may come for long`
		if _, err := fmt.Fprintf(w, "data: %d\n\n", done); err != nil {
			return
		}
	}
}

// The inner map is in a variable before it is put into the outer one, and channels are its values.
func (j *jobs) join(job string) <-chan string {
	ch := make(chan string, 8)
	j.mu.Lock()
	defer j.mu.Unlock()
	of, ok := j.stages[job]
	if !ok {
		of = make(map[int]chan string)
		j.stages[job] = of
	}
	of[len(of)] = ch
	return ch
}

func (j *jobs) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, of := range j.stages {
		for _, ch := range of {
			close(ch)
		}
	}
	clear(j.stages)
}

func (j *jobs) reach(job, stage string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, ch := range j.stages[job] {
		select {
		case ch <- stage:
		default:
		}
	}
}

func (j *jobs) serveStages(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for stage := range j.join(r.URL.Path) { // want `handler keeps waiting for j.join\(r.URL.Path\) when its client has left: no value may come for long`
		if _, err := fmt.Fprintf(w, "data: %s\n\n", stage); err != nil {
			return
		}
	}
}
