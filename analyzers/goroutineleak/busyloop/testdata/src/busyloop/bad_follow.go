package busyloop

import (
	"context"
	"log"
	"net"
	"net/http"
)

type follower struct {
	addr string
	onUp func(bool)
	do   *http.Client
}

func (f *follower) follow() error {
	conn, err := net.Dial("tcp", f.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	f.onUp(true)
	_, err = conn.Read(make([]byte, 1))
	return err
}

// The callback is told that the connection is down, and the next attempt follows.
func (f *follower) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := f.follow(); err != nil { // want `while the other side is down, the loop at line 29 tries again without a pause`
			log.Print(err)
		}
		f.onUp(false)
	}
}

// Success and the end of the context leave the loop by one test.
func (f *follower) send(ctx context.Context, req *http.Request) error {
	for { // want `what is down or busy gets all attempts within moments: the loop repeats f\.post \(line \d+\) after a failure without a pause`
		err := f.post(req)
		if err == nil || ctx.Err() != nil {
			return err
		}
		log.Print(err)
	}
}

func (f *follower) post(req *http.Request) error {
	resp, err := f.do.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
