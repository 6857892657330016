package retainedbuffer

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	"go.etcd.io/bbolt"
)

// Copies: of each kind.
func copies(r io.Reader, out chan<- []byte) (list [][]byte, texts []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		list = append(list, bytes.Clone(sc.Bytes()), slices.Clone(sc.Bytes()))
		out <- append([]byte(nil), sc.Bytes()...)
		texts = append(texts, string(sc.Bytes()), sc.Text())
		line := make([]byte, len(sc.Bytes()))
		copy(line, sc.Bytes())
		list = append(list, line)
	}
	return list, texts
}

// The bytes are joined, and so copied.
func joined(r io.Reader) (all []byte) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		all = append(all, sc.Bytes()...)
	}
	return all
}

// Each iteration has a slice of its own, which ends with it.
func fields(r io.Reader, each func([][]byte)) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		var parts [][]byte
		parts = append(parts, sc.Bytes())
		each(parts)
	}
}

// Each scanner is used once.
func firstLines(files []io.Reader) (list [][]byte) {
	for _, f := range files {
		sc := bufio.NewScanner(f)
		if sc.Scan() {
			list = append(list, sc.Bytes())
		}
	}
	return list
}

// The receiver answers before the next line is read.
func asked(r io.Reader, ask chan<- []byte, answer <-chan bool) (n int) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		ask <- sc.Bytes()
		if <-answer {
			n++
		}
	}
	return n
}

// What is decoded is a copy.
func decoded(r io.Reader, out chan<- record) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		var rec record
		if err := json.Unmarshal(sc.Bytes(), &rec); err != nil {
			return err
		}
		out <- rec
	}
	return nil
}

// Without ReuseRecord, each record is a slice of its own.
func records(r io.Reader) (list [][]string, err error) {
	cr := csv.NewReader(r)
	for {
		rec, err := cr.Read()
		if err != nil {
			return list, err
		}
		list = append(list, rec)
	}
}

// The strings are copied.
func (c *collector) copied(fc *fiber.Ctx) error {
	c.queue <- click{campaign: strings.Clone(fc.Params("campaign")), agent: string([]byte(fc.Get("User-Agent"))), payload: bytes.Clone(fc.Body())}
	return nil
}

// A new string is made of it.
func (c *collector) prefixed(fc *fiber.Ctx) error {
	c.queue <- click{campaign: "campaign-" + fc.Params("campaign")}
	return nil
}

// What answers the request ends with it.
type page struct {
	Title string
	Tags  []string
	Extra map[string]string
}

func (p *page) fill(fc *fiber.Ctx) {
	p.Title = fc.Query("title")
	p.Tags = append(p.Tags, fc.Query("tag"))
	p.Extra[fc.Query("key")] = fc.Query("value")
}

func show(fc *fiber.Ctx) error {
	p := &page{Extra: make(map[string]string)}
	p.fill(fc)
	return fc.JSON(p)
}

// The handler waits for the goroutine.
func (c *collector) waited(fc *fiber.Ctx, find func(string) string) error {
	id, found := fc.Params("id"), make(chan string)
	go func() { found <- find(id) }()
	return fc.JSON(<-found)
}

// The value is used in the transaction only, and copied out of it.
func name(db *bbolt.DB, key []byte) (name string, raw []byte, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		var last []byte
		b := tx.Bucket([]byte("users"))
		if err := b.ForEach(func(k, v []byte) error {
			last = k
			return nil
		}); err != nil {
			return err
		}
		name = string(b.Get(last))
		raw = append(raw, b.Get(key)...)
		return nil
	})
	return name, raw, err
}

// The caller has the transaction.
func get(tx *bbolt.Tx, key []byte) []byte { return tx.Bucket([]byte("users")).Get(key) }

type syncWriter struct {
	buf  []byte
	data chan []byte
	done chan int
}

// Write copies.
func (w *syncWriter) Write(p []byte) (int, error) {
	w.buf = append(w.buf, p...)
	return len(p), nil
}

type pipe struct{ syncWriter }

// Write waits until the bytes are read.
func (w *pipe) Write(p []byte) (int, error) {
	w.data <- p
	return <-w.done, nil
}

type relay struct {
	part []byte
	out  io.Writer
}

// Write keeps the bytes only while it runs.
func (r *relay) Write(p []byte) (int, error) {
	r.part = p
	err := r.flush()
	r.part = nil
	return len(p), err
}

func (r *relay) flush() error {
	_, err := r.out.Write(r.part)
	return err
}

// A lookup keeps nothing.
func (c *collector) known(fc *fiber.Ctx) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n = c.seen[fc.Params("id")]
	delete(c.seen, fc.Params("id"))
	return n
}

// What is kept are numbers.
func (c *collector) length(fc *fiber.Ctx, use func(int)) {
	n := len(fc.Body())
	go use(n)
}

type row struct{ cells [][]byte }

// Each row ends with its iteration.
func rows(r io.Reader, each func(*row)) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		one := &row{}
		one.cells = append(one.cells, sc.Bytes())
		each(one)
	}
}
