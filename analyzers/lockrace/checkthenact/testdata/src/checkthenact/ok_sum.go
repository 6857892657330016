package checkthenact

// Nope. One critical section.
func (q *quota) take(user string, n int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.left[user] < n {
		return errFull
	}
	q.left[user] -= n
	return nil
}

// Nope. Tested again before it is subtracted.
func (q *quota) twice(user string, n int) error {
	q.mu.Lock()
	left := q.left[user]
	q.mu.Unlock()
	if left < n {
		return errFull
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.left[user] < n {
		return errFull
	}
	q.left[user] -= n
	return nil
}

// Nope. What was read decides nothing.
func (q *quota) count(log func(int)) {
	q.mu.Lock()
	used := q.used
	q.mu.Unlock()
	log(used)
	q.mu.Lock()
	q.used++
	q.mu.Unlock()
}
