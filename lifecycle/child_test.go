package lifecycle

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// childEnv names what the test binary should be when a test starts it as a
// process of its own.
const childEnv = "LIFECYCLE_TEST_CHILD"

var children = map[string]func() error{
	"server":         func() error { return childServer(childDrain) },
	"rolling":        func() error { return childServer(rollingDrain) },
	"long-drain":     func() error { return childServe(New(nil, "", nil, WithDrain(time.Hour), WithGrace(3*time.Hour))) },
	"hanging-hook":   childHangingHook,
	"failing-hook":   childFailingHook,
	"crash":          childCrash,
	"lone-group":     childLoneGroup,
	"main":           func() error { Main(childMain); fmt.Println("main's defers"); return nil },
	"main-error":     func() error { Main(func(context.Context) error { return errors.New("broken") }); return nil },
	"main-panic":     childMainPanic,
	"main-stuck":     childMainStuck,
	"main-server":    childMainServer,
	"late-server":    childLateServer,
	"listen-serve":   childListenAndServe,
	"serve":          childServeServer,
	"obey":           childObey,
	"ignore-sigterm": childIgnore,
	"family":         childFamily,
	"hold-port":      childHoldPort,
}

func runChild(name string) int {
	child, ok := children[name]
	if !ok {
		fmt.Println("no such child:", name)
		return 99
	}
	if err := child(); err != nil {
		fmt.Println("error:", err)
		return 1
	}
	fmt.Println("clean exit")
	return 0
}

// childServer serves on a free port until it is stopped, and prints its address.
func childServer(drain time.Duration) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		time.Sleep(2 * time.Millisecond)
		_, _ = w.Write(body) // the client will notice
	})
	s := New(mux, "127.0.0.1:0", nil, WithDrain(drain), WithHTTPTimeout(10*time.Second))
	s.Go(func(ctx context.Context) { <-ctx.Done(); fmt.Println("worker stopped") })
	s.OnShutdown(func(context.Context) { fmt.Println("hook") })
	OnShutdown(func(context.Context) { fmt.Println("process-wide hook") })
	return childServe(s)
}

// childDrain is short enough to test with; rollingDrain is long against what the
// reverse proxy of the tests needs to notice on a busy machine, which polls every few
// milliseconds.
const (
	childDrain   = 200 * time.Millisecond
	rollingDrain = 10 * time.Second
)

func childServe(s *Server) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.MarkReady()
	go func() {
		for s.State() != StateReady { // signals are caught after that
			time.Sleep(time.Millisecond)
		}
		fmt.Println("listening", ln.Addr())
	}()
	return s.Serve(ln)
}

func childHangingHook() error {
	s := New(nil, "", nil, WithDrain(0))
	s.OnShutdown(func(context.Context) { fmt.Println("hook"); select {} }, Budget(time.Minute))
	return childServe(s)
}

func childFailingHook() error {
	s := New(nil, "", nil, WithDrain(0))
	s.OnShutdownErr(func(context.Context) error { return errors.New("broken") })
	return childServe(s)
}

func childCrash() error {
	s := New(nil, "", nil, WithPanicPolicy(Crash))
	s.OnShutdown(func(context.Context) { fmt.Println("hook") })
	OnShutdown(func(context.Context) { fmt.Println("hook") })
	s.Go(func(context.Context) { panic("deliberate") })
	return childServe(s)
}

func childLoneGroup() error {
	var g Group
	g.Go(func(context.Context) { panic("deliberate") })
	time.Sleep(time.Minute)
	return nil
}

func childMain(ctx context.Context) error {
	defer fmt.Println("run's defers")
	OnShutdown(func(context.Context) { fmt.Println("hook") })
	Go(func(ctx context.Context) { <-ctx.Done(); fmt.Println("worker stopped") })
	fmt.Println("listening", "nowhere")
	<-ctx.Done()
	if Context().Err() != nil {
		return errors.New("the work context ended first")
	}
	return ctx.Err()
}

func childMainPanic() error {
	OnShutdown(func(context.Context) { fmt.Println("hook") })
	Main(func(ctx context.Context) error {
		var loops Group // its state is not read again
		loops.Go(func(context.Context) { panic("deliberate") })
		<-ctx.Done()
		return ctx.Err()
	})
	return nil
}

func childMainStuck() error {
	std.Load().grace = 5 * time.Second // enough for the hook to be run on a busy machine
	OnShutdown(func(context.Context) { fmt.Println("hook") })
	Main(func(context.Context) error {
		fmt.Println("listening", "nowhere")
		select {}
	})
	return nil
}

func childMainServer() error {
	Main(func(ctx context.Context) error {
		OnShutdown(func(context.Context) { fmt.Println("process-wide hook") }, InPhase(PhaseDatabases))
		Go(func(ctx context.Context) { <-ctx.Done(); fmt.Println("worker stopped") })
		s := New(nil, "", nil, WithDrain(50*time.Millisecond))
		s.OnShutdown(func(context.Context) { fmt.Println("flush") }, InPhase(PhaseFlush))
		s.OnShutdown(func(context.Context) { fmt.Println("hook") })
		defer fmt.Println("run's defers")
		return childServe(s)
	})
	return nil
}

// childLateServer starts a second server when the first drains already.
func childLateServer() error {
	first := New(nil, "", nil, WithDrain(100*time.Millisecond))
	late := make(chan error, 1)
	go func() {
		<-first.Draining()
		s := New(nil, "127.0.0.1:0", nil)
		s.OnShutdown(func(context.Context) { fmt.Println("late hook") })
		late <- s.Run()
	}()
	if err := childServe(first); err != nil {
		return err
	}
	return <-late
}

func childListenAndServe() error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := ln.Addr().String()
	ln.Close()
	http.HandleFunc("/readyz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "my own") })
	fmt.Println("listening", addr)
	return ListenAndServe(addr, nil)
}

// childServeServer serves with a server and a listener of its own.
func childServeServer() error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "my own") })
	fmt.Println("listening", ln.Addr())
	return Serve(&http.Server{Handler: mux, ReadHeaderTimeout: time.Second}, WithListener(ln), WithDrain(0))
}

func childObey() error {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, syscall.SIGTERM)
	fmt.Println("listening", "nowhere")
	<-ch
	return nil
}

func childIgnore() error {
	signal.Ignore(syscall.SIGTERM)
	fmt.Println("listening", "nowhere")
	select {}
}

// childFamily starts a child that ignores SIGTERM, and dies of it itself.
func childFamily() error {
	cmd := exec.Command(os.Args[0])
	cmd.Env = childEnviron("ignore-sigterm")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		return err
	}
	fmt.Println("listening", cmd.Process.Pid)
	select {}
}

// childHoldPort holds a port until its standard input ends.
func childHoldPort() error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("listening", ln.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return ln.Close()
}
