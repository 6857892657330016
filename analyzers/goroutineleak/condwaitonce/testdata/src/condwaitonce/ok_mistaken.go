package condwaitonce

// What is returned says whether the queue is closed.
func (q *queue) takeAndSay() (item string, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return "", !q.closed
	}
	return q.pop(), true
}

// A value that was read after the wait is tested.
func (q *queue) takeWhile() (item string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	ended := q.closed
	if len(q.items) == 0 {
		return "", ended
	}
	return q.pop(), true
}

// Only the list may change: whether to wait is what the caller wants.
func (q *queue) takeSoon(wait bool) (item string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && wait {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return "", false
	}
	return q.pop(), true
}

// Its caller loops until an item has come.
func (q *queue) next() (string, bool) {
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return "", false
	}
	return q.pop(), true
}

func (q *queue) must() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if item, ok := q.next(); ok {
			return item
		}
	}
}
