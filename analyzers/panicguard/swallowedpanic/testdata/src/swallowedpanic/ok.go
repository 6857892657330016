package swallowedpanic

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"

	own "example.com/log"
)

// The named result is set.
func told(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do(ctx)
}

// Set through its address.
func byAddress(ctx context.Context) (err error) {
	defer catch(&err)
	return do(ctx)
}

func catch(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
}

func byAddressInLiteral(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			fill(&err, r)
		}
	}()
	return do(ctx)
}

func fill(err *error, r any) { *err = fmt.Errorf("panic: %v", r) }

// Panics again, or ends the process.
func again(ctx context.Context) error {
	defer func() {
		if p := recover(); p != nil {
			panic(p)
		}
	}()
	return nil
}

func exits(ctx context.Context) error {
	defer func() {
		if p := recover(); p != nil {
			os.Exit(2)
		}
	}()
	return nil
}

func fatal(ctx context.Context) error {
	defer func() {
		if p := recover(); p != nil {
			log.Fatal(p)
		}
	}()
	return nil
}

// A second handler tells.
func second(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			panic(p)
		}
	}()
	defer logPanic()
	return do(ctx)
}

// There is no error that could be nil.
func noError() int {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)
		}
	}()
	return 1
}

// Told in another way: a captured variable, a channel, a field, a callback, a
// response, another function of the package.
type runner struct{ failed bool }

func captured() error {
	panicked := false
	run := func() error {
		defer func() {
			if p := recover(); p != nil {
				panicked = true
			}
		}()
		return nil
	}
	if err := run(); err != nil || panicked {
		return err
	}
	return nil
}

func channel(errs chan error) error {
	defer func() {
		if p := recover(); p != nil {
			errs <- fmt.Errorf("%v", p)
		}
	}()
	return nil
}

func (r *runner) field() error {
	defer func() {
		if p := recover(); p != nil {
			r.failed = true
		}
	}()
	return nil
}

func callback(onPanic func(any)) error {
	defer func() {
		if p := recover(); p != nil {
			onPanic(p)
		}
	}()
	return nil
}

func response(w http.ResponseWriter) error {
	defer func() {
		if p := recover(); p != nil {
			http.Error(w, "failed", http.StatusInternalServerError)
		}
	}()
	return nil
}

func (r *runner) function() error {
	defer func() {
		if p := recover(); p != nil {
			r.fail(p)
		}
	}()
	return nil
}

func (r *runner) fail(any) { r.failed = true }

// So deep that it is not looked at, or an interface of the package.
type reporter interface{ report(any) }

func byInterface(rep reporter) error {
	defer func() {
		if p := recover(); p != nil {
			rep.report(p)
		}
	}()
	return nil
}

func deep() error {
	defer func() {
		if p := recover(); p != nil {
			deep1(p)
		}
	}()
	return nil
}

func deep1(p any) { deep2(p) }
func deep2(p any) { deep3(p) }
func deep3(p any) { deep4(p) }
func deep4(p any) { log.Fatal(p) }

// The recover belongs to a function in between, whose error it is not.
func inner(ctx context.Context, items []int) error {
	for range items {
		func() {
			defer func() {
				if r := recover(); r != nil {
					log.Print(r)
				}
			}()
			_ = do(ctx)
		}()
	}
	return nil
}

// A recover that is not deferred does nothing.
func notDeferred() error {
	recover()
	return nil
}

// Its callers are told of no failure: each is logged, a panic as well.
func neverFails(ctx context.Context) error {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)
		}
	}()
	if err := do(ctx); err != nil {
		log.Print(err)
		return nil
	}
	return nil
}

// Nope. The peer is told, by way of its connection.
type session struct{ out *bufio.Writer }

func answer(ctx context.Context, s *session) error {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)
			refuse(s, r)
		}
	}()
	return do(ctx)
}

func refuse(s *session, reason any) {
	if _, err := fmt.Fprint(s.out, reason); err == nil {
		s.out.Flush()
	}
}

// Nope. From there on it does not fail: the channel may have been closed before.
type waiting struct {
	body io.Closer
	wait chan struct{}
}

func (w *waiting) Close() error {
	if w.body != nil {
		return w.body.Close()
	}
	defer func() {
		if recover() != nil && w.body != nil {
			w.body.Close()
		}
	}()
	close(w.wait)
	return nil
}

// Nope. The next round comes in either case.
func collect(ctx context.Context, pause func()) {
	for {
		if err := readOnce(ctx); err != nil {
			if errors.Is(err, context.Canceled) {
				return
			}
			log.Print(err)
			continue
		}
	}
}

func readOnce(ctx context.Context) error {
	defer logPanic()
	return do(ctx)
}

// Nope. It is the last thing that is done.
func tick(ctx context.Context) bool {
	err := measure(ctx)
	if err != nil {
		log.Print(err)
	}
	return true
}

// Nope. Nobody looks at the error.
func measures(ctx context.Context) {
	defer measure(ctx)
	go measure(ctx)
	_ = measure(ctx)
	measure(ctx)
}

func measure(ctx context.Context) error {
	defer logPanic()
	return do(ctx)
}

// Nope. The walk goes on.
func index(tree fs.FS) error {
	return fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		defer logPanic()
		if err != nil {
			return err
		}
		return do(context.Background())
	})
}

// The program ends with it.
func ruledOrDead(rule func() error) error {
	defer diesOfPanic()
	return rule()
}

func diesOfPanic() {
	if r := recover(); r != nil {
		own.Die("rule: ", r)
	}
}

// The comment says that nobody is to be told.
func ruledQuietly(rule func() error) error {
	// A rule that breaks is left out on purpose.
	defer func() {
		if r := recover(); r != nil {
			log.Print("rule: ", r)
		}
	}()
	return rule()
}

type verdict struct {
	text string
	err  error
}

// The handler sets the field.
func judge(run func() (string, error)) (res verdict) {
	defer func() {
		if r := recover(); r != nil {
			res.err = errors.New("judge panicked")
		}
	}()
	text, err := run()
	return verdict{text: text, err: err}
}

// No error is ever set in what it returns.
func verdictOf(run func() string) verdict {
	defer logPanic()
	return verdict{text: run()}
}
