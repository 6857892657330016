// Command server delivers notifications through the communication plugins.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"motherboard.example/platform/infrastructure/queue"
	"motherboard.example/platform/pkg/mongodb"
	"motherboard.example/platform/services/notification/internal/config"
	"motherboard.example/platform/services/notification/internal/pipeline"
)

func main() {
	logger, err := zap.NewProduction()
	if err != nil {
		panic(err)
	}
	defer logger.Sync()

	cfg, err := config.Load()
	if err != nil {
		logger.Fatal("configuration", zap.Error(err))
	}
	if err := run(cfg, logger); err != nil {
		logger.Fatal("notification", zap.Error(err))
	}
}

func run(cfg *config.Config, logger *zap.Logger) error {
	startCtx, startCancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer startCancel()
	client, err := mongodb.Connect(startCtx, cfg.MongoURI)
	if err != nil {
		return err
	}
	defer func() {
		if err := mongodb.Disconnect(client); err != nil {
			logger.Error("disconnect database", zap.Error(err))
		}
	}()
	rdb, err := queue.Connect(startCtx, cfg.RedisURL)
	if err != nil {
		return err
	}
	defer rdb.Close()
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	consumer, err := queue.NewConsumer(startCtx, rdb, "notifications", "notification", host)
	if err != nil {
		return err
	}

	p := pipeline.New(consumer, client.Database("notification").Collection("sent"), cfg.Plugins, logger)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var workers sync.WaitGroup
	workers.Go(func() { p.Ingest(ctx) })
	workers.Go(func() { p.Render(ctx) })
	workers.Go(func() { p.Dispatch(ctx) })
	workers.Go(func() { p.Receive(ctx) })

	srv := &http.Server{Addr: cfg.ListenAddr, Handler: routes(p, consumer), ReadHeaderTimeout: 5 * time.Second}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGINT, syscall.SIGTERM)
	serveErr := make(chan error, 1)
	go func() { serveErr <- srv.ListenAndServe() }()
	logger.Info("listening", zap.String("addr", srv.Addr))

	select {
	case err = <-serveErr:
	case <-quit:
		shutdownCtx, shutdownCancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer shutdownCancel()
		err = srv.Shutdown(shutdownCtx)
	}
	cancel()
	stopped := make(chan struct{})
	go func() {
		workers.Wait()
		close(stopped)
	}()
	select {
	case <-stopped:
	case <-time.After(5 * time.Second):
		logger.Warn("pipeline is still busy")
	}
	return err
}

func routes(p *pipeline.Pipeline, q *queue.Consumer) http.Handler {
	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.POST("/notifications", func(c *gin.Context) {
		err := q.Publish(c.Request.Context(), map[string]any{
			"id": c.PostForm("id"), "channel": c.PostForm("channel"),
			"to": c.PostForm("to"), "text": c.PostForm("text"),
		})
		if err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		c.Status(http.StatusAccepted)
	})
	r.POST("/receipts/:id", func(c *gin.Context) {
		if err := p.Receipt(c.Request.Context(), c.Param("id")); err != nil {
			c.JSON(http.StatusServiceUnavailable, gin.H{"error": err.Error()})
			return
		}
		c.Status(http.StatusNoContent)
	})
	return r
}
