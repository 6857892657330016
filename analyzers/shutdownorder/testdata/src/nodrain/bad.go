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
	return srv.Shutdown(ctx) // want `srv.Shutdown follows the signal \(line 21\) at once: load balancers still send requests here`
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
	if err := a.http.Shutdown(context.Background()); err != nil { // want `a.http.Shutdown follows the signal \(line 43\) at once`
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
				if err := srv.Shutdown(ctx); err != nil { // want `srv.Shutdown follows the signal \(line 63\) at once`
					applog.Infof("%s: %v", srv.Addr, err)
				}
			}
			return
		case <-reload:
			reloadFn()
		}
	}
}
