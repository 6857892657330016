package condwaitonce

// closed has to end the loop, too
func (q *queue) takeClosed() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait() // want `may hold again`
	}
	if q.closed {
		return "", false
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item, true
}

func (q *queue) counted() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.max++
		q.cond.Wait() // want `may hold again`
		q.max--
	}
	return q.pop()
}

func (q *queue) lookUp(key string) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, ok := q.seen[key]; !ok {
		q.cond.Wait() // want `may hold again`
	}
	return q.seen[key]
}
