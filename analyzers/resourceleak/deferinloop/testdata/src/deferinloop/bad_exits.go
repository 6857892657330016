package deferinloop

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net"
	"os"
	"time"
)

func copyAll(w io.Writer, paths []string) error {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close() // want `f.Close runs when the function returns`
		if _, err := io.Copy(w, f); err != nil {
			return err
		}
	}
	return nil
}

func serve(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close() // want `conn.Close runs when the function returns`
		conn.Write([]byte("hello"))
	}
}

func closeQuietly(c io.Closer) {
	if c != nil {
		c.Close()
	}
}

// By a helper, deferred before the error is tested.
func zipAll(w io.Writer, paths []string) error {
	for _, path := range paths {
		f, err := os.Open(path)
		defer closeQuietly(f) // want `closeQuietly runs when the function returns`
		if err != nil {
			return err
		}
		io.Copy(w, f)
	}
	return nil
}

// What ends the pass returns from the literal.
func sizes(paths []string) (total int64) {
	for _, path := range paths {
		if path == "" {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			log.Print(err)
			continue
		}
		defer f.Close() // want `f.Close runs when the function returns`
		for total < 100 {
			info, err := f.Stat()
			if err != nil {
				continue
			}
			total += info.Size()
			break
		}
	}
	return total
}

type poller struct {
	db *sql.DB
}

func (p *poller) run(ctx context.Context) {
	for ctx.Err() == nil {
		tick, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel runs when the function returns`
		rows, err := p.db.QueryContext(tick, "SELECT 1")
		if err != nil {
			continue
		}
		defer func() { // want `rows.Close runs when the function returns`
			rows.Close()
		}()
		for rows.Next() {
		}
	}
}
