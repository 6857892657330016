package busyloop

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net/http"
	"os/exec"
)

type seats struct {
	db    *sql.DB
	tries int
}

func (s *seats) reserve(ctx context.Context, row int) (bool, error) {
	res, err := s.db.ExecContext(ctx, "UPDATE seats SET taken = true WHERE row = $1 AND NOT taken", row)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (s *seats) take(ctx context.Context, row int) error {
	for i := 0; i < s.tries; i++ { // want `what is down or busy gets all attempts within moments: the loop repeats s\.reserve \(line \d+\) after a failure without a pause`
		ok, err := s.reserve(ctx, row)
		if ok {
			return nil
		}
		if err != nil {
			log.Print(err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.New("no seat")
}

func page(url string) (resp *http.Response, err error) {
	for range 10 { // want `the loop repeats http\.Get \(line \d+\) after a failure without a pause`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		log.Print(err)
	}
	return nil, err
}

type runner struct{ path string }

func (r *runner) once(ctx context.Context) error { return exec.CommandContext(ctx, r.path).Run() }

func (r *runner) keep(ctx context.Context) {
	for ctx.Err() == nil { // want `a program that ends is started again immediately: the loop repeats r\.once \(line \d+\) after a failure without a pause`
		err := r.once(ctx)
		if ctx.Err() != nil {
			break
		}
		log.Print("ended: ", err)
	}
}
