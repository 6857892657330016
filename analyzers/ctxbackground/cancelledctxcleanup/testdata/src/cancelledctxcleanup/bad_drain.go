package cancelledctxcleanup

import (
	"context"
	"errors"
	"log"
	"net/http"
	"sync"
)

type letters struct {
	wg    sync.WaitGroup
	queue chan string
	send  func(ctx context.Context, letter string) error
}

func newLetters(n int, send func(ctx context.Context, letter string) error) *letters {
	return &letters{queue: make(chan string, n), send: send}
}

func (l *letters) Start(ctx context.Context) {
	for range 4 {
		l.wg.Add(1)
		go l.work(ctx)
	}
}

func (l *letters) work(ctx context.Context) {
	defer l.wg.Done()
	for letter := range l.queue {
		if err := l.send(ctx, letter); err != nil {
			log.Print(err)
		}
	}
}

func (l *letters) Close() {
	close(l.queue)
	l.wg.Wait()
}

// Each letter that is queued when the signal comes fails.
func deliver(ctx context.Context, send func(ctx context.Context, letter string) error) {
	l := newLetters(32, send)
	l.Start(ctx) // want `what is queued when the program stops fails: the workers that l.Start starts are passed ctx, which has ended \(line 46\) when l.Close drains their queue \(line 47\)`
	<-ctx.Done()
	l.Close()
}

func deliverServing(ctx context.Context, srv *http.Server, send func(ctx context.Context, letter string) error) error {
	l := newLetters(32, send)
	l.Start(ctx) // want `what is queued when the program stops fails: the workers that l.Start starts are passed ctx, which may have ended \(line 57\) when l.Close drains their queue \(line 62\)`
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	shutdown, cancel := context.WithTimeout(context.Background(), 1e10)
	defer cancel()
	l.Close()
	return errors.Join(err, srv.Shutdown(shutdown))
}
