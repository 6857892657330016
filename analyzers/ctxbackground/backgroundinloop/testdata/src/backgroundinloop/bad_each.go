package backgroundinloop

import (
	"context"
	"database/sql"
	"net"
	"time"
)

type sweeper struct {
	db   *sql.DB
	stop chan struct{}
}

func (s *sweeper) sweep(ctx context.Context) {
	s.db.ExecContext(ctx, "delete from sessions where expired")
}

// A goroutine for each tick works on after the loop has ended.
func (s *sweeper) loop() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-t.C:
			go s.sweep(context.Background()) // want `shutdown cannot cancel s.sweep, in the loop at line \d+ that waits for s.stop: it is passed context.Background\(\)`
		}
	}
}

func (s *sweeper) run(ctx context.Context) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			go func() {
				s.sweep(context.Background()) // want `shutdown cannot cancel s.sweep, in the loop at line \d+ that waits for ctx.Done\(\)`
			}()
		}
	}
}

func fanOut(s store) {
	go func() {
		for range time.Tick(time.Hour) {
			go s.Collect(context.Background()) // want `shutdown cannot cancel s.Collect, in the loop at line \d+ of the goroutine started at line \d+`
		}
	}()
}

// Silent: a goroutine for each connection, which the peer ends.
func (s *sweeper) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go s.answer(context.Background(), conn)
	}
}

func (s *sweeper) answer(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	s.db.ExecContext(ctx, "insert into visits values (1)")
}

// Silent: a goroutine for each value.
func (s *sweeper) each(jobs chan string) {
	for {
		select {
		case <-s.stop:
			return
		case job := <-jobs:
			go s.db.ExecContext(context.Background(), job)
		}
	}
}
