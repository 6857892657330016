// Command orders takes orders for articles that are in stock.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/mongodb"
	"motherboard.example/platform/plugins/internal/pluginkit"
)

func main() {
	uri, err := env.Required("MONGODB_URI")
	if err != nil {
		log.Fatal(err)
	}
	inventory := os.Getenv("INVENTORY_URL")
	if inventory == "" {
		inventory = "http://localhost:8096"
	}
	client, err := mongodb.Connect(context.Background(), uri)
	if err != nil {
		log.Fatal(err)
	}
	defer mongodb.Disconnect(client)

	o := &orders{inventory: inventory, placed: client.Database("orders").Collection("orders")}
	r := pluginkit.New()
	r.POST("/articles/:id/order", o.place)
	if err := r.Run(env.Or("LISTEN_ADDR", ":8097")); err != nil {
		log.Print(err)
	}
}

type orders struct {
	inventory string
	placed    *mongo.Collection
}

func (o *orders) place(c *gin.Context) {
	ctx := c.Request.Context()
	if err := o.reserve(ctx, c.Param("id")); err != nil {
		c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	order := bson.M{"article": c.Param("id"), "customer": c.PostForm("customer")}
	if _, err := o.placed.InsertOne(ctx, order); err != nil {
		c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.Status(http.StatusCreated)
}

// reserve asks the inventory to put one piece aside.
func (o *orders) reserve(ctx context.Context, article string) error {
	endpoint := o.inventory + "/articles/" + url.PathEscape(article) + "/reserve"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("inventory answered %s", resp.Status)
	}
	return nil
}
