// Command server runs the platform's jobs.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/mongodb"
	"motherboard.example/platform/services/scheduler/internal/services/job"
)

const workers = 4

func main() {
	logger, err := zap.NewProduction()
	if err != nil {
		panic(err)
	}
	if err := run(logger); err != nil {
		logger.Fatal("scheduler", zap.Error(err))
	}
	_ = logger.Sync()
}

func run(logger *zap.Logger) error {
	uri, err := env.Required("MONGODB_URI")
	if err != nil {
		return err
	}
	client, err := mongodb.Connect(context.Background(), uri)
	if err != nil {
		return err
	}
	defer func() {
		if err := mongodb.Disconnect(client); err != nil {
			logger.Error("disconnect database", zap.Error(err))
		}
	}()

	jobs := job.NewService(client.Database("scheduler").Collection("jobs"), handlers(), logger)
	workerCtx, cancel := context.WithCancel(context.Background())
	defer cancel()
	jobs.StartWorkers(workerCtx, workers)

	srv := &http.Server{
		Addr:              env.Or("LISTEN_ADDR", ":8091"),
		Handler:           routes(jobs),
		ReadHeaderTimeout: 5 * time.Second,
	}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGINT, syscall.SIGTERM)
	serveErr := make(chan error, 1)
	go func() { serveErr <- srv.ListenAndServe() }()
	logger.Info("listening", zap.String("addr", srv.Addr))

	select {
	case err = <-serveErr:
	case <-quit:
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err = srv.Shutdown(ctx)
	}
	if !jobs.StopWorkers(5 * time.Second) {
		return errors.Join(err, errors.New("workers did not stop in time"))
	}
	return err
}

func routes(jobs *job.Service) http.Handler {
	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.POST("/jobs", func(c *gin.Context) {
		var j job.Job
		if err := c.ShouldBindJSON(&j); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		if err := jobs.Add(c.Request.Context(), j); err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		c.Status(http.StatusAccepted)
	})
	return r
}

func handlers() map[string]job.Handler {
	client := &http.Client{Timeout: 30 * time.Second}
	return map[string]job.Handler{
		"call": func(ctx context.Context, j job.Job) error {
			return call(ctx, client, j.Args["url"], j.Args["body"])
		},
	}
}

// call posts body to a service of the platform.
func call(ctx context.Context, client *http.Client, url, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s answered %s", url, resp.Status)
	}
	return nil
}
