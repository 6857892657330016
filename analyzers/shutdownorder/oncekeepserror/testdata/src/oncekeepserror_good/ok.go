package oncekeepserror_good

import (
	"log"
	"net"
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
