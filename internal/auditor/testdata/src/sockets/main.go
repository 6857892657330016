// Sockets accepts connections until the process ends, others of this host alone, shows profiles to this host alone, at
// a port that is a setting, and reads a file to its end.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

func accept(l net.Listener) {
	if err := key(); err != nil {
		log.Fatal(err)
	}
	for {
		if conn, err := l.Accept(); err == nil {
			go func() {
				for {
					if _, err := fmt.Fprintln(conn, "tick"); err != nil {
						return
					}
				}
			}()
		}
	}
}

func key() error {
	f, err := os.Create("key")
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString("secret")
	return err
}

func load(f *os.File) {
	lines := bufio.NewReader(f)
	for {
		if _, err := lines.ReadString('\n'); err != nil {
			break
		}
	}
}

func main() {
	port := flag.Int("port", 6060, "")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", ":7")
	if err != nil {
		log.Fatal(err)
	}
	go accept(l)
	own, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		for {
			if conn, err := own.Accept(); err == nil {
				_ = conn.Close()
			}
		}
	}()
	go load(os.Stdin)
	go func() { _ = http.ListenAndServe(fmt.Sprintf("localhost:%d", *port), nil) }()
	<-ctx.Done()
}
