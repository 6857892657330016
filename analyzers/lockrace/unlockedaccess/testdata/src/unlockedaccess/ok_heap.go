package unlockedaccess

import (
	"container/heap"
	"sync"
)

type Requests interface {
	Enqueue(string)
	Next() string
	Drop(string)
	Has(string) bool
	Restore(string)
}

func NewRequests() Requests { return &requests{queued: map[string]bool{}} }

// Package heap calls the methods of a queue, of which the caller has the lock.
type requests struct {
	sync.RWMutex
	order  []string
	queued map[string]bool
}

func (r *requests) Len() int           { return len(r.order) }
func (r *requests) Less(i, j int) bool { return r.order[i] < r.order[j] }
func (r *requests) Swap(i, j int)      { r.order[i], r.order[j] = r.order[j], r.order[i] }

func (r *requests) Push(x any) {
	r.order = append(r.order, x.(string))
	r.queued[x.(string)] = true
}

func (r *requests) Pop() any {
	last := r.order[len(r.order)-1]
	r.order = r.order[:len(r.order)-1]
	delete(r.queued, last)
	return last
}

func (r *requests) Enqueue(name string) {
	r.Lock()
	defer r.Unlock()
	if !r.queued[name] {
		heap.Push(r, name)
	}
}

func (r *requests) Next() string {
	r.Lock()
	defer r.Unlock()
	return heap.Pop(r).(string)
}

func (r *requests) Drop(name string) {
	r.Lock()
	defer r.Unlock()
	delete(r.queued, name)
}

func (r *requests) Restore(name string) {
	r.Lock()
	defer r.Unlock()
	r.queued[name] = true
}

func (r *requests) Has(name string) bool {
	r.RLock()
	defer r.RUnlock()
	return r.queued[name]
}

func (r *requests) Size() int {
	r.RLock()
	defer r.RUnlock()
	return len(r.queued)
}
