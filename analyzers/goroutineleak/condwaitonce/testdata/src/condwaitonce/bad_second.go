package condwaitonce

// The second test asks for another end of the wait, and does not exclude that the list is empty.
func (q *queue) takeUnlessClosed() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait() // want `condition len\(q.items\) == 0 && !q.closed may hold again when q.cond.Wait returns, and the code at line 13 relies on the opposite: no test after it excludes that`
	}
	if q.closed && len(q.items) == 0 {
		return "", false
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item, true
}

// The same in the other order, and with other comparisons.
func (q *queue) takeOrLeave() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !(len(q.items) > 0 || q.closed) {
		q.cond.Wait() // want `and the code at line 28 relies on the opposite: no test after it excludes that`
	}
	if len(q.items) < 1 && q.closed {
		return "", false
	}
	return q.pop(), true
}

// Two waits, each after a test.
func (q *queue) twiceWaits() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		q.cond.Wait() // want `and the code at line 41 relies on the opposite: nothing tests it again`
	}
	return q.pop()
}

// Only the open queue is taken from, which says nothing about the list.
func (q *queue) whileOpen() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait() // want `and the code at line 52 relies on the opposite: no test after it excludes that`
	}
	if !q.closed {
		return q.items[0]
	}
	return ""
}

// The condition ends the loop where the queue is closed, too.
func (q *queue) takeOpen() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait() // want `may hold again`
	}
	if q.closed {
		return "", false
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item, true
}
