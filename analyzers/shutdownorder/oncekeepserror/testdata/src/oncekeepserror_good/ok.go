package oncekeepserror_good

import (
	"log"
	"net"
	"strconv"
	"sync"
	"time"
)

var (
	mu   sync.Mutex
	conn net.Conn
)

func shared(addr string) net.Conn {
	mu.Lock()
	defer mu.Unlock()
	if conn == nil {
		c, err := net.DialTimeout("tcp", addr, time.Second)
		if err != nil {
			log.Print(err)
			return nil // the next call tries again
		}
		conn = c
	}
	return conn
}

type palette struct {
	text string
	once sync.Once
	list []int
	err  error
}

func (p *palette) parse() ([]int, error) {
	n, err := strconv.Atoi(p.text)
	return []int{n}, err
}

// The error stays beside the value.
func (p *palette) Colors() ([]int, error) {
	p.once.Do(func() {
		p.list, p.err = p.parse()
	})
	return p.list, p.err
}
