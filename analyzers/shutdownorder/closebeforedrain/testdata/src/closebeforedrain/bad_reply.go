package closebeforedrain

import (
	"errors"
	"sync"
	"time"
)

type answer struct {
	Seq  int
	Text string
}

var (
	askLock sync.Mutex
	asked   = make(map[int]chan *answer)
)

// The reader may have found the channel before the timeout.
func ask(seq int, write func(int) error) (*answer, error) {
	askLock.Lock()
	defer askLock.Unlock()
	reply := make(chan *answer)
	asked[seq] = reply
	if err := write(seq); err != nil {
		delete(asked, seq)
		return nil, err
	}
	select {
	case a := <-reply:
		delete(asked, seq)
		return a, nil
	case <-time.After(5 * time.Second):
		close(reply) // want `a late send at line 47 panics: the receiver closes reply when another case of its select comes first, and the sender may have found the channel before`
		delete(asked, seq)
		return nil, errors.New("no answer")
	}
}

func readAnswers(next func() (*answer, error)) {
	for {
		a, err := next()
		if err != nil {
			return
		}
		if reply, ok := asked[a.Seq]; ok {
			reply <- a
		}
	}
}

// The map is in a struct, with a lock that the sender does not hold as it sends.
type calls struct {
	pending map[string]chan string
}

func (c *calls) call(id string, limit <-chan time.Time) string {
	got := make(chan string)
	defer close(got) // want `a late send at line 69 panics: the receiver closes got`
	c.pending[id] = got
	select {
	case s := <-got:
		return s
	case <-limit:
		return ""
	}
}

func (c *calls) answer(id, s string) { c.pending[id] <- s }
