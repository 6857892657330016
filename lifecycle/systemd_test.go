//go:build linux

package lifecycle

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// notifySocket simulates systemd: it returns the messages up to the one that the service
// stops. It calls heard with each message.
func notifySocket(t *testing.T, heard func(string)) func() []string {
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NOTIFY_SOCKET", path)
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	told := make(chan []string, 1)
	go func() { // all along: the queue of such a socket is short
		var messages []string
		buf := make([]byte, 64)
		for {
			n, err := conn.Read(buf)
			if err != nil {
				told <- append(messages, err.Error())
				return
			}
			messages = append(messages, string(buf[:n]))
			heard(string(buf[:n]))
			if string(buf[:n]) == "STOPPING=1" {
				told <- messages
				return
			}
		}
	}()
	return func() []string { return <-told }
}

func TestSystemdNotify(t *testing.T) {
	useDefault(t)
	var s *Server
	watchdogs := 0
	messages := notifySocket(t, func(message string) {
		if watchdogs += strings.Count(message, "WATCHDOG=1"); watchdogs == 3 {
			s.begin(reason{text: "test"})
		}
	})
	t.Setenv("WATCHDOG_USEC", "20000")
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	s = New(nil, "127.0.0.1:0", quietLog(), WithDrain(0))
	s.MarkReady()
	if err := s.Run(); err != nil {
		t.Error(err)
	}
	got := messages()
	if got[0] != "READY=1" || got[len(got)-1] != "STOPPING=1" {
		t.Errorf("told systemd %q", got)
	}
}

func TestSystemdWatchdogOfAnotherProcess(t *testing.T) {
	useDefault(t)
	messages := notifySocket(t, func(string) {})
	t.Setenv("WATCHDOG_USEC", "1000")
	t.Setenv("WATCHDOG_PID", "1")
	s := New(nil, "127.0.0.1:0", quietLog(), WithDrain(50*time.Millisecond))
	s.MarkReady()
	s.begin(reason{text: "test"})
	if err := s.Run(); err != nil {
		t.Error(err)
	}
	if got := messages(); len(got) != 1 {
		t.Errorf("told systemd %q", got)
	}
}

func TestSystemdAway(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "nobody"))
	var log logged
	s := New(nil, "", log.logger())
	s.notify("READY=1")
	if !strings.Contains(log.String(), "systemd not notified") {
		t.Errorf("log: %s", &log)
	}
}
