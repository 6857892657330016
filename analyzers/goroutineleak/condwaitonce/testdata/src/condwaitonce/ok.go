package condwaitonce

func (q *queue) loop() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.pop()
}

// the loop has its test inside
func (q *queue) endless() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if len(q.items) > 0 {
			return q.pop()
		}
		q.cond.Wait()
	}
}

// an else that waits
func (q *queue) otherwise() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if len(q.items) > 0 {
			return q.pop()
		} else if !q.closed {
			q.cond.Wait()
		}
	}
}

// continue leads to the test
func (q *queue) continues(handle func(string)) {
	for {
		q.mu.Lock()
		if len(q.items) == 0 {
			q.cond.Wait()
			q.mu.Unlock()
			continue
		}
		item := q.pop()
		q.mu.Unlock()
		handle(item)
	}
}

// goto leads to the test
func (q *queue) jumps() string {
	q.mu.Lock()
	defer q.mu.Unlock()
again:
	if len(q.items) == 0 {
		q.cond.Wait()
		goto again
	}
	return q.pop()
}

// a second test
func (q *queue) twice() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return ""
	}
	return q.pop()
}

// tests of its own
func (q *queue) tries() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.tryPop()
}

func (q *queue) tryPop() (string, bool) {
	if len(q.items) == 0 {
		return "", false
	}
	return q.pop(), true
}

// all of them, which may be none
func (q *queue) drains(handle func(string)) {
	for {
		q.mu.Lock()
		if len(q.items) == 0 {
			q.cond.Wait()
		}
		batch := q.items
		q.items = nil
		q.mu.Unlock()
		for _, item := range batch {
			handle(item)
		}
	}
}

// a key that may be absent
func (q *queue) asksAgain(key string) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, ok := q.seen[key]; !ok {
		q.cond.Wait()
	}
	if n, ok := q.seen[key]; ok {
		return n
	}
	return 0
}

// its caller loops
func (s *server) pause() {
	if !s.ready {
		s.cond.Wait()
	}
}

func (s *server) waitLoop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ready {
		s.pause()
	}
}

// an event and no condition
func (s *server) changed() {
	s.mu.Lock()
	s.cond.Wait()
	s.mu.Unlock()
}

// a method of the same name
type group struct{ items []int }

func (*group) Wait() {}

func (g *group) first() int {
	if len(g.items) == 0 {
		g.Wait()
	}
	return g.items[0]
}

// The second test excludes that the condition holds, whatever else it asks for.
func (q *queue) eitherLeaves() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if q.closed || len(q.items) < 1 {
		return ""
	}
	return q.pop()
}

// It knows that the list is empty, and fills it.
func (q *queue) fills() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		q.items = append(q.items, "default")
	}
	return q.items[0]
}

// It knows that the flag is set, and clears it.
func (q *queue) clears() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for n := range q.max {
		if q.busy {
			q.cond.Wait()
		}
		if q.busy && n > 3 {
			q.busy = false
		}
	}
}

// A test that is not understood may exclude it.
func (q *queue) counts() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait()
	}
	if n := len(q.items); n-1 < 0 {
		return ""
	}
	return q.pop()
}
