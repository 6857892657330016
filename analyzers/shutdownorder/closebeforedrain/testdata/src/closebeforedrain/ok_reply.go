package closebeforedrain

import "time"

// Nope. What has been received is the only value, and the close comes after it.
type queries struct{ pending map[int]chan int }

func (q *queries) query(id int, limit <-chan time.Time) int {
	reply := make(chan int)
	q.pending[id] = reply
	select {
	case n := <-reply:
		close(reply)
		return n
	case <-limit:
		delete(q.pending, id)
		return 0
	}
}

func (q *queries) reply(id, n int) { q.pending[id] <- n }

// Nope. Nothing else sends on it.
type tickets struct{ open map[int]chan int }

func (t *tickets) wait(id int, limit <-chan time.Time) {
	done := make(chan int)
	t.open[id] = done
	select {
	case <-done:
	case <-limit:
		close(done)
	}
}

// Nope. A late send is recovered from.
type orders struct{ pending map[int]chan int }

func (o *orders) order(id int, limit <-chan time.Time) int {
	reply := make(chan int)
	o.pending[id] = reply
	select {
	case n := <-reply:
		return n
	case <-limit:
		close(reply)
		return 0
	}
}

func (o *orders) deliver(id, n int) {
	defer func() { recover() }()
	o.pending[id] <- n
}

// Nope. The reply is awaited in the other case, too.
type trips struct{ pending map[int]chan int }

func (t *trips) trip(id int, stop func(), limit <-chan time.Time) {
	reply := make(chan int)
	t.pending[id] = reply
	select {
	case <-reply:
	case <-limit:
		stop()
		<-reply
		close(reply)
	}
}

func (t *trips) end(id, n int) { t.pending[id] <- n }
