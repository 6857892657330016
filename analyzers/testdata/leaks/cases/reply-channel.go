//leak:pattern Reply channel of a request whose asker gave up
//leak:source seen in services
//leak:reported goroutineleak/blocked-send

package cases

import (
	"context"
	"time"
)

func init() {
	All["reply-channel"] = func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		s := newServer(ctx)
		short, done := soon()
		defer done()
		_, _ = s.ask(short, 1)
		time.Sleep(20 * time.Millisecond)
	}
}

type question struct {
	n     int
	reply chan int
}

type server struct{ questions chan question }

func newServer(ctx context.Context) *server {
	s := &server{questions: make(chan question)}
	go s.serve(ctx)
	return s
}

func (s *server) serve(ctx context.Context) {
	for {
		select {
		case q := <-s.questions:
			_ = work()
			q.reply <- q.n + 1
		case <-ctx.Done():
			return
		}
	}
}

func (s *server) ask(ctx context.Context, n int) (int, error) {
	q := question{n: n, reply: make(chan int)}
	s.questions <- q
	select {
	case answer := <-q.reply:
		return answer, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
