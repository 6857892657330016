package retainedbuffer

import (
	"bufio"
	"io"
	"sync"

	"github.com/gofiber/fiber/v2"
	"go.etcd.io/bbolt"
)

func lines(r io.Reader) [][]byte {
	var list [][]byte
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		list = append(list, sc.Bytes()) // want `sc.Bytes\(\) is appended to a slice and changes later: its memory is used again after the next call of Scan`
	}
	return list
}

func stream(r io.Reader, out chan<- []byte) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Bytes()
		if len(line) > 0 {
			out <- line // want `sc.Bytes\(\) is sent and changes later`
		}
	}
	return sc.Err()
}

type click struct {
	campaign, agent string
	payload         []byte
}

type collector struct {
	mu    sync.Mutex
	seen  map[string]int
	queue chan click
}

func (c *collector) handle(fc *fiber.Ctx) error {
	if !c.enqueue(click{ // want `fc.Params\("campaign"\) is sent and changes later: its memory is used again after the handler returns`
		campaign: fc.Params("campaign"),
		agent:    fc.Get("User-Agent"),
		payload:  fc.Body(),
	}) {
		return fc.SendStatus(503)
	}
	return fc.SendStatus(202)
}

func (c *collector) enqueue(cl click) bool {
	select {
	case c.queue <- cl:
		return true
	default:
		return false
	}
}

func (c *collector) count(fc *fiber.Ctx) error {
	id := fc.Params("id")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[id]++ // want `fc.Params\("id"\) is stored in a map and changes later`
	return nil
}

func (c *collector) mail(fc *fiber.Ctx, send func(string)) error {
	to := fc.Query("to")
	go func() { // want `fc.Query\("to"\) is used by a goroutine and changes later`
		send(to)
	}()
	return fc.SendStatus(202)
}

func lookup(db *bbolt.DB, key []byte) ([]byte, error) {
	var value []byte
	err := db.View(func(tx *bbolt.Tx) error {
		value = tx.Bucket([]byte("users")).Get(key) // want `tx.Bucket\(\[\]byte\("users"\)\).Get\(key\) is stored and changes later: its memory is used again after the transaction ends`
		return nil
	})
	return value, err
}

var visitors sync.Map

func visit(fc *fiber.Ctx) error {
	visitors.Store(fc.Params("id"), true) // want `fc.Params\("id"\) is stored and changes later`
	return nil
}

type file struct {
	sc    *bufio.Scanner
	lines [][]byte
}

func (f *file) read() {
	for f.sc.Scan() {
		f.lines = append(f.lines, f.sc.Bytes()) // want `f.sc.Bytes\(\) is appended to a slice and changes later`
	}
}

func readFile(r io.Reader) *file {
	f := &file{sc: bufio.NewScanner(r)}
	for f.sc.Scan() {
		f.lines = append(f.lines, f.sc.Bytes()) // want `f.sc.Bytes\(\) is appended to a slice and changes later`
	}
	return f
}
