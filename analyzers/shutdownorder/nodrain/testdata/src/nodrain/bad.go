package nodrain

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/applog"
	"google.golang.org/grpc"
)

func serve(srv *http.Server) error {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGINT, syscall.SIGTERM)
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case sig := <-quit:
		log.Printf("got %s", sig)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return srv.Shutdown(ctx) // want `requests that load balancers still send are refused: srv\.Shutdown follows the signal \(line \d+\) without a drain period`
}

type app struct {
	http http.Server
	grpc *grpc.Server
}

func (a *app) run(parent context.Context) {
	ctx, stop := signal.NotifyContext(parent, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-ctx.Done()
		a.stop()
	}()
	_ = a.http.ListenAndServe()
}

func (a *app) stop() {
	log.Print("stopping")
	if err := a.http.Shutdown(context.Background()); err != nil { // want `requests that load balancers still send are refused`
		log.Print(err)
	}
	a.grpc.GracefulStop() // it tells its clients, and comes late
}

func severalServers(servers []*http.Server, reloadFn func()) {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	for {
		select {
		case <-quit:
			applog.Infof("stopping %d servers", len(servers))
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			for _, srv := range servers {
				if err := srv.Shutdown(ctx); err != nil { // want `requests that load balancers still send are refused`
					applog.Infof("%s: %v", srv.Addr, err)
				}
			}
			return
		case <-reload:
			reloadFn()
		}
	}
}

// The signal is handed on: by a channel that others send on, too, and by a cancel.
func relayed(srv *http.Server) error {
	end := make(chan error)
	go func() { tell(end, srv.ListenAndServe()) }()
	go onSignal(end)
	if err := <-end; err != nil {
		log.Print(err)
	}
	return srv.Shutdown(context.Background()) // want `srv.Shutdown follows the signal`
}

func onSignal(end chan<- error) {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, syscall.SIGTERM)
	<-sigs
	tell(end, nil)
}

func tell(end chan<- error, err error) {
	select {
	case end <- err:
	default:
	}
}

func cancels(srv *http.Server) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		sigs := make(chan os.Signal, 1)
		signal.Notify(sigs, syscall.SIGTERM)
		<-sigs
		cancel()
	}()
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.Background()) // want `srv.Shutdown follows the signal`
}

// The server is a part of what is shut down.
type api struct {
	*http.Server
	name string
}

func (a *api) run(ctx context.Context) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	go func() { log.Print(a.ListenAndServe()) }()
	<-stop
	log.Printf("%s ends", a.name)
	return a.Shutdown(ctx) // want `requests that load balancers still send are refused`
}
