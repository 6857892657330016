// Package selectoperand has cases of selects that compute for long.
package selectoperand

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"time"
)

// relay does not see the end of its context while in is empty.
func relay(ctx context.Context, in <-chan string, out chan<- string) {
	for {
		select {
		case out <- <-in: // want `the case of line \d+ cannot interrupt <-in: select computes the operands of all cases before it waits`
		case <-ctx.Done():
			return
		}
	}
}

func ask(url string, results chan<- int, stop <-chan struct{}) {
	select {
	case results <- status(url): // want `the case of line \d+ cannot interrupt status\(url\)`
	case <-stop:
	}
}

func status(url string) int {
	client := http.Client{Timeout: time.Minute}
	res, err := client.Get(url)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	return res.StatusCode
}

// line waits for the terminal, and the timeout begins when it has answered.
func line(lines chan<- string) {
	select {
	case lines <- nextLine(): // want `the case of line \d+ cannot interrupt nextLine\(\)`
	case <-time.After(time.Minute):
	}
}

func nextLine() string {
	time.Sleep(time.Second)
	s := bufio.NewScanner(os.Stdin)
	s.Scan()
	return s.Text()
}

// offer waits for in, and only then finds out whether somebody takes it.
func offer(in <-chan int, out chan<- int) {
	select {
	case out <- <-in + 1: // want `the default case cannot interrupt <-in`
	default:
	}
}
