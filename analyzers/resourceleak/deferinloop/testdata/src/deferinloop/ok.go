package deferinloop

import (
	"database/sql"
	"errors"
	"io"
	"net"
	"os"
	"sync"
)

// Each pass calls a function.
func each(paths []string) {
	for _, path := range paths {
		func() {
			f, err := os.Open(path)
			if err != nil {
				return
			}
			defer f.Close()
			io.Copy(io.Discard, f)
		}()
	}
}

// The first that works is the last.
func first(addrs []string) error {
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		defer conn.Close()
		_, err = conn.Write(nil)
		return err
	}
	return errors.New("none")
}

// Two files.
func pair() {
	for _, path := range []string{"a", "b"} {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		defer f.Close()
	}
}

// In a goroutine for each.
func concurrent(paths []string) {
	var wg sync.WaitGroup
	for _, path := range paths {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f, err := os.Open(path)
			if err != nil {
				return
			}
			defer f.Close()
		}()
	}
	wg.Wait()
}

// What the loop uses is older than the loop.
func lines(f *os.File, n int) {
	for range n {
		defer f.Close()
	}
}

// The pass closes it itself; the defer is for a panic.
func both(addrs []string) {
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		defer conn.Close()
		conn.Write(nil)
		conn.Close()
	}
}

// Next closes the rows that are read to their end.
func sums(db *sql.DB, tables []string) (total int, err error) {
	for _, table := range tables {
		rows, err := db.Query("SELECT size FROM " + table)
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				return 0, err
			}
			total += n
		}
	}
	return total, nil
}

// Nope. The list has two elements.
func newestOf(main, old string) (*os.File, error) {
	names := []string{main, old}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			return os.Open(name)
		}
	}
	return nil, os.ErrNotExist
}
