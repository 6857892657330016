package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"
)

var deviceCtx context.Context

// RunDevice cancels as it returns, and the process ends with that.
func RunDevice() {
	var cancel context.CancelFunc
	deviceCtx, cancel = context.WithCancel(context.Background())
	defer cancel()

	go feedWatchdog() // want `its cleanup may be interrupted: nothing waits for feedWatchdog before RunDevice returns`
	go func() { startChild("display") }()
	go countTicks()

	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, syscall.SIGINT, syscall.SIGTERM)
	<-sigs
	log.Print("ending")
}

// The watchdog stays armed where the goroutine does not get to the write.
func feedWatchdog() {
	file, err := os.OpenFile("/dev/watchdog", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	ticker := time.NewTicker(10 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			_, _ = file.Write([]byte{0})
		case <-deviceCtx.Done():
			_, _ = file.Write([]byte("V"))
			return
		}
	}
}

// The child is killed by a goroutine that another function starts.
func startChild(name string) {
	proc, err := os.StartProcess(name, nil, &os.ProcAttr{})
	if err != nil {
		return
	}
	go func() { // want `its cleanup may be interrupted: nothing waits for the goroutine before RunDevice returns`
		<-deviceCtx.Done()
		log.Print("killing the child")
		_ = proc.Kill()
	}()
}

// Nope. It has nothing left to do.
func countTicks() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	n := 0
	for {
		select {
		case <-ticker.C:
			n++
		case <-deviceCtx.Done():
			log.Print(n)
			return
		}
	}
}
