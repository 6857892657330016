package lifecycle_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// mailServer answers one conversation, by the first word of each command, and is silent where
// there is no answer. Each line that it has been told is sent on a channel, which is closed when
// the connection ends.
func mailServer(t *testing.T, answers map[string]string) (addr string, told <-chan string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	heard := make(chan string, 100)
	go func() {
		defer close(heard)
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		say := func(word string) {
			if text, ok := answers[word]; ok {
				fmt.Fprintf(conn, "%s\r\n", text)
			}
		}
		say("greeting")
		lines := bufio.NewScanner(conn)
		for lines.Scan() {
			heard <- lines.Text()
			word, _, _ := strings.Cut(lines.Text(), " ")
			say(word)
		}
	}()
	return ln.Addr().String(), heard
}

var polite = map[string]string{
	"greeting": "220 ready", "EHLO": "250 hello", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go ahead", ".": "250 taken", "QUIT": "221 bye",
}

func TestSendMail(t *testing.T) {
	t.Parallel()
	addr, told := mailServer(t, polite)
	err := lifecycle.SendMail(t.Context(), addr, nil, "a@example.com", []string{"b@example.com"}, []byte("Subject: hi\r\n\r\nhello"))
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for line := range told {
		got += line + "\n"
	}
	for _, want := range []string{"MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>", "hello", "QUIT"} {
		if !strings.Contains(got, want) {
			t.Errorf("the server was not told %q, but\n%s", want, got)
		}
	}
}

func TestSendMailToSilentServer(t *testing.T) {
	t.Parallel()
	addr, told := mailServer(t, map[string]string{"greeting": "220 ready"}) // and no word more
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() { failed <- lifecycle.SendMail(ctx, addr, nil, "a@example.com", nil, nil) }()
	<-told // the client waits for the answer
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want an error that wraps context.Canceled", err)
	}
}

func TestSendMailRefused(t *testing.T) {
	t.Parallel()
	answers := map[string]string{"greeting": "220 ready", "EHLO": "250 hello", "MAIL": "550 not you"}
	addr, _ := mailServer(t, answers)
	err := lifecycle.SendMail(t.Context(), addr, nil, "a@example.com", []string{"b@example.com"}, nil)
	if err == nil || !strings.Contains(err.Error(), "not you") {
		t.Errorf("got %v, want what the server has said", err)
	}
}

func TestSendMailNeedsPort(t *testing.T) {
	t.Parallel()
	if err := lifecycle.SendMail(t.Context(), "mail.example.com", nil, "", nil, nil); err == nil {
		t.Error("an address without a port is taken")
	}
}
