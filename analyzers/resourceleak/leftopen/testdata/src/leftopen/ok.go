package leftopen

import (
	"bufio"
	"database/sql"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"

	"golang.org/x/crypto/ssh"
)

func deferred(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func closeQuietly(c io.Closer) {
	if err := c.Close(); err != nil {
		log.Print(err)
	}
}

func byHelper(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer closeQuietly(f) // closes it
	_, err = io.Copy(io.Discard, f)
	return err
}

func inLiteral(path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { // closes it, and reports the error
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	_, err = f.WriteString("x")
	return err
}

// The caller closes it.
func handed(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

type reader struct {
	f *os.File
	r *bufio.Reader
}

func (r *reader) Close() error { return r.f.Close() }

// What is returned holds it, and closes it.
func newReader(path string) (*reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &reader{f, bufio.NewReader(f)}, nil
}

func useReader(path string) error {
	r, err := newReader(path)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = r.r.ReadString('\n')
	return err
}

// The receiver keeps it.
func (r *reader) open(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	r.f = f
	return nil
}

// The goroutine has it.
func (r *reader) serve(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go r.handle(conn)
	}
}

func (r *reader) handle(conn net.Conn) {
	defer conn.Close()
	io.Copy(conn, r.r)
}

// Standard input is nobody's to close, and what is opened is closed.
func input(path string) ([]byte, error) {
	in := os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		in = f
	}
	if in != os.Stdin {
		defer in.Close()
	}
	return io.ReadAll(in)
}

// Rows that are read to the end close themselves.
func count(db *sql.DB) (n int, err error) {
	rows, err := db.Query("SELECT 1")
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

// The process ends.
func mustOpen(path string) {
	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := f.Stat(); err != nil {
		log.Fatal(err)
	}
	f.Close()
}

// The log has it.
func logTo(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	log.SetOutput(f)
	return nil
}

// An error that is asked for by its kind is one of opening.
func maybe(path string) error {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

type pool struct {
	mu    sync.Mutex
	conns map[string]net.Conn
}

// The map has it.
func (p *pool) get(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[addr] = conn
	return conn, nil
}

func useConn(p *pool) error {
	conn, err := p.get("a") // the pool's
	if err != nil {
		return err
	}
	_, err = conn.Write(nil)
	return err
}

// The server closes the listener.
func listen(addr string) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	return http.Serve(ln, nil)
}

// A constructor that fails is another check's.
func dialled(addr string) (*pool, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write(nil); err != nil {
		conn.Close()
		return nil, err
	}
	return &pool{conns: map[string]net.Conn{addr: conn}}, nil
}

// The statement is closed with its database.
func once(dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	stmt, err := db.Prepare("SELECT 1")
	if err != nil {
		return err
	}
	_, err = stmt.Exec()
	return err
}

// A literal ends the process.
func write(path string, fatalf func(string, ...any)) func() {
	return func() {
		f, err := os.Create(path)
		if err != nil {
			fatalf("create: %v", err)
		}
		_, err = f.Write(nil)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			fatalf("close: %v", err)
		}
	}
}

// lookup returns nothing where there is nothing.
func lookup(path string) (*os.File, bool, error) {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil, false, nil
	}
	return f, err == nil, err
}

func found(path string) error {
	f, ok, err := lookup(path)
	if err != nil || !ok {
		return err
	}
	return f.Close()
}

// The listener is closed with the client.
func remote(connect func() (*ssh.Client, error), conns chan<- net.Conn) error {
	client, err := connect()
	if err != nil {
		return err
	}
	defer client.Close()
	ln, err := client.Listen("tcp", "localhost:0")
	if err != nil {
		return err
	}
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		conns <- conn
	}
}
