package oncekeepserror

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
)

var (
	connOnce sync.Once
	conn     net.Conn
)

func shared(addr string) net.Conn {
	connOnce.Do(func() {
		c, err := net.Dial("tcp", addr) // want `one failure of net.Dial is kept until the process exits: connOnce.Do \(line 19\) never calls it again`
		if err != nil {
			log.Print(err)
			return
		}
		conn = c
	})
	return conn
}

var (
	keysOnce sync.Once
	keys     []byte
	keysErr  error
)

func publicKeys(url string) ([]byte, error) {
	keysOnce.Do(func() { keys, keysErr = fetch(url) }) // want `one failure of fetch is kept until the process exits`
	return keys, keysErr
}

func fetch(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

var (
	dbOnce sync.Once
	db     *sql.DB
)

func store(dsn string) *sql.DB {
	dbOnce.Do(open)
	return db
}

func open() {
	opened, err := sql.Open("postgres", "postgres://db/app")
	if err != nil {
		log.Print(err)
		return
	}
	if err := opened.PingContext(context.Background()); err != nil { // want `one failure of opened.PingContext is kept until the process exits`
		log.Print(err)
		return
	}
	db = opened
}

var region = sync.OnceValues(func() (string, error) {
	body, err := fetch("http://metadata/region") // want `one failure of fetch is kept until the process exits: sync.OnceValues`
	if err != nil {
		return "", err
	}
	return string(body), nil
})
