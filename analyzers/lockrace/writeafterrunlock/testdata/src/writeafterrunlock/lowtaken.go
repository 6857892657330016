package writeafterrunlock

import "sync"

type part struct {
	data []byte
	next *part
}

// parts is a queue whose first part is read in pieces. What was read to its end leaves the queue
// before it is written: nobody else finds it then.
type parts struct {
	mu    sync.RWMutex
	first *part
	last  *part
}

func (q *parts) read(b []byte) int {
	q.mu.RLock()
	one := q.first
	q.mu.RUnlock()
	if one == nil {
		return 0
	}
	n, done := copy(b, one.data), false
	q.mu.Lock()
	if n < len(one.data) {
		one.data = one.data[n:]
	} else {
		q.first = q.first.next
		done = true
	}
	q.mu.Unlock()
	if done {
		one.data = nil // want `one\.data is written after q\.mu was released`
	}
	return n
}

func (q *parts) add(data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.last != nil && len(q.last.data) == 0 {
		q.last.data = data
		return
	}
	one := &part{data: data}
	if q.first == nil {
		q.first = one
	} else {
		q.last.next = one
	}
	q.last = one
}

func (q *parts) size() (n int) {
	q.mu.RLock()
	defer q.mu.RUnlock()
	for one := q.first; one != nil; one = one.next {
		n += len(one.data)
	}
	return n
}

func serve(q *parts, b []byte) {
	go q.add(b)
	go q.read(b)
	go q.size()
}
