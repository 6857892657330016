// Command core-server is the platform's front door: it authenticates users and
// passes requests on to plugins and services.
package main

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/bson"
	"go.uber.org/zap"

	"motherboard.example/platform/apps/core-server/internal/auth"
	"motherboard.example/platform/apps/core-server/internal/config"
	"motherboard.example/platform/apps/core-server/internal/database"
	"motherboard.example/platform/apps/core-server/internal/errorreporting"
	"motherboard.example/platform/apps/core-server/internal/middleware"
	"motherboard.example/platform/pkg/healthclient"
	"motherboard.example/platform/pkg/lifecycle"
)

func main() {
	log, err := zap.NewProduction()
	if err != nil {
		panic(err)
	}
	cfg, err := config.Load()
	if err != nil {
		log.Fatal("configuration", zap.Error(err))
	}
	ctx := context.Background()
	err = lifecycle.RetryWithBackoff(ctx, 3, time.Second, func() error {
		return database.Connect(ctx, cfg.MongoDBURI, cfg.MongoDBName)
	})
	if err != nil {
		log.Fatal("database", zap.Error(err))
	}
	if err := errorreporting.Open(cfg.ErrorReportFile); err != nil {
		log.Fatal("error reporting", zap.Error(err))
	}

	defer func() { _ = log.Sync() }()
	defer func() {
		if err := database.Disconnect(); err != nil {
			log.Error("disconnect database", zap.Error(err))
		}
	}()
	defer func() {
		if err := errorreporting.Close(); err != nil {
			log.Warn("close error reporting", zap.Error(err))
		}
	}()

	healthClient := healthclient.New(cfg.HealthServiceURL, "core-server")
	healthClient.StartHeartbeat(15 * time.Second)
	defer healthClient.StopHeartbeat()

	sessions := auth.NewWebAuthnSessionStorage()
	router, err := newRouter(cfg, sessions, log)
	if err != nil {
		log.Error("router", zap.Error(err))
		return
	}
	srv := &http.Server{Addr: cfg.ListenAddr, Handler: router}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGINT, syscall.SIGTERM)
	serveErr := make(chan error, 1)
	go func() { serveErr <- srv.ListenAndServe() }()
	log.Info("listening", zap.String("addr", srv.Addr))
	select {
	case err := <-serveErr:
		log.Fatal("server failed", zap.Error(err))
	case <-quit:
	}

	shutdownCtx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := srv.Shutdown(shutdownCtx); err != nil {
		log.Error("shutdown", zap.Error(err))
	}
}

func newRouter(cfg *config.Config, sessions *auth.WebAuthnSessionStorage, log *zap.Logger) (http.Handler, error) {
	billingURL, err := url.Parse(cfg.BillingServiceURL)
	if err != nil {
		return nil, err
	}
	assetsURL, err := url.Parse(cfg.AssetsURL)
	if err != nil {
		return nil, err
	}
	proxy, err := middleware.NewPluginProxy(cfg.Plugins, func(target string, err error) {
		log.Error("proxy", zap.String("target", target), zap.Error(err))
		if err := errorreporting.Report("proxy/"+target, err); err != nil {
			log.Warn("error report", zap.Error(err))
		}
	})
	if err != nil {
		return nil, err
	}

	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/healthz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.GET("/readyz", readiness)
	r.Any("/api/plugins/*path", gin.WrapH(proxy))
	r.Any("/api/billing/*path", gin.WrapH(proxy.ServiceProxy("billing", billingURL)))
	r.GET("/assets/*path", gin.WrapH(proxy.AssetProxy(assetsURL)))
	r.GET("/api/tenants/:id/members", members(database.GetTenantManager()))
	r.POST("/api/webauthn/begin", func(c *gin.Context) {
		id, session := sessions.Begin(c.PostForm("user"))
		c.JSON(http.StatusOK, gin.H{"id": id, "challenge": session.Challenge})
	})
	r.POST("/api/webauthn/finish", func(c *gin.Context) {
		session, err := sessions.Take(c.PostForm("id"))
		if err != nil || session.Challenge != c.PostForm("challenge") {
			c.JSON(http.StatusUnauthorized, gin.H{"error": "login failed"})
			return
		}
		c.JSON(http.StatusOK, gin.H{"user": session.UserID})
	})
	return r, nil
}

func readiness(c *gin.Context) {
	if err := database.Ping(c.Request.Context()); err != nil {
		c.JSON(http.StatusServiceUnavailable, gin.H{"error": err.Error()})
		return
	}
	c.Status(http.StatusOK)
}

func members(tenants *database.TenantManager) gin.HandlerFunc {
	return func(c *gin.Context) {
		db, err := tenants.GetDatabase(c.Request.Context(), c.Param("id"))
		if err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		n, err := db.Collection("members").CountDocuments(c.Request.Context(), bson.M{})
		if err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		c.JSON(http.StatusOK, gin.H{"members": n})
	}
}
